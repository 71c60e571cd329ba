"""All detectors, in the order of the modes they speak of; a new one is one new file and one line here."""

from agent.signals.budget_loop import BudgetLoop
from agent.signals.detector import Detector
from agent.signals.done_goes_on import DoneGoesOn
from agent.signals.lost_history import LostHistory
from agent.signals.missing_feature import MissingFeature
from agent.signals.near_duplicate import NearDuplicate
from agent.signals.nudge_loop import NudgeLoop
from agent.signals.number_format import NumberFormat
from agent.signals.rejected_format import RejectedFormat
from agent.signals.replay import Replay
from agent.signals.restart import Restart
from agent.signals.role_breach import RoleBreach
from agent.signals.same_call import SameCall
from agent.signals.same_page import SamePage
from agent.signals.stalled_plan import StalledPlan

DETECTORS: tuple[type[Detector], ...] = (
    RejectedFormat,
    MissingFeature,
    NumberFormat,
    RoleBreach,
    NearDuplicate,
    SameCall,
    SamePage,
    Replay,
    StalledPlan,
    LostHistory,
    BudgetLoop,
    DoneGoesOn,
    NudgeLoop,
    Restart,
)
