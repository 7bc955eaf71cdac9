"""The command line: parses, calls, prints; nothing is computed here."""
