"""Reports: the figures of a run, in words, plots and one HTML page.

Matplotlib is loaded when the first plot is drawn, not on import.
"""

from poise.report.figures import RunSummary as RunSummary
from poise.report.files import check_writable as check_writable
from poise.report.log import write_log as write_log
from poise.report.page import report_page as report_page
from poise.report.page import write_report as write_report
from poise.report.picture import write_picture as write_picture
from poise.report.rows import Row as Row
from poise.report.rows import rows as rows
from poise.report.rows import threshold_rows as threshold_rows
from poise.report.style import require_matplotlib as require_matplotlib
from poise.report.summary import summarise as summarise
from poise.report.verdict import verdict as verdict
