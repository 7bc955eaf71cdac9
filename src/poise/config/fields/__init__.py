"""What a configuration file may hold, part by part."""
