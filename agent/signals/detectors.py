"""All detectors, in the order of the modes they speak of; a new one is one new file and one line here."""

from agent.signals.answer_after_failed_run import AnswerAfterFailedRun
from agent.signals.budget_loop import BudgetLoop
from agent.signals.cut_off import CutOff
from agent.signals.detector import Detector
from agent.signals.done_goes_on import DoneGoesOn
from agent.signals.edit_not_tested import EditNotTested
from agent.signals.environment import Environment
from agent.signals.fabricated_observation import FabricatedObservation
from agent.signals.failing_test_shipped import FailingTestShipped
from agent.signals.gave_up import GaveUp
from agent.signals.guessed_input import GuessedInput
from agent.signals.lost_history import LostHistory
from agent.signals.missing_feature import MissingFeature
from agent.signals.missing_payload import MissingPayload
from agent.signals.near_duplicate import NearDuplicate
from agent.signals.never_executed import NeverExecuted
from agent.signals.no_check import NoCheck
from agent.signals.non_answer import NonAnswer
from agent.signals.nudge_loop import NudgeLoop
from agent.signals.number_format import NumberFormat
from agent.signals.open_review import OpenReview
from agent.signals.pending_request import PendingRequest
from agent.signals.private_fix import PrivateFix
from agent.signals.rejected_format import RejectedFormat
from agent.signals.repeated_request import RepeatedRequest
from agent.signals.repeated_review import RepeatedReview
from agent.signals.replay import Replay
from agent.signals.request_ping_pong import RequestPingPong
from agent.signals.restart import Restart
from agent.signals.role_breach import RoleBreach
from agent.signals.same_call import SameCall
from agent.signals.same_page import SamePage
from agent.signals.stalled_plan import StalledPlan
from agent.signals.unasked_ambiguity import UnaskedAmbiguity
from agent.signals.unchanged_resubmission import UnchangedResubmission

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
    GuessedInput,
    UnaskedAmbiguity,
    MissingPayload,
    PrivateFix,
    RequestPingPong,
    UnchangedResubmission,
    RepeatedReview,
    RepeatedRequest,
    FabricatedObservation,
    GaveUp,
    NonAnswer,
    PendingRequest,
    CutOff,
    OpenReview,
    NeverExecuted,
    EditNotTested,
    NoCheck,
    FailingTestShipped,
    AnswerAfterFailedRun,
    Environment,
)
