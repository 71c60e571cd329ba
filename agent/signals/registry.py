"""All detectors, in the order of the modes they speak of; a new one is one new file and one line here."""

from agent.signals.detector import Detector
from agent.signals.detectors.activity_after_done import ActivityAfterDone
from agent.signals.detectors.answer_after_failed_calls import AnswerAfterFailedCalls
from agent.signals.detectors.answer_after_failed_run import AnswerAfterFailedRun
from agent.signals.detectors.answer_form import AnswerForm
from agent.signals.detectors.answer_source import AnswerSource
from agent.signals.detectors.change_never_run import ChangeNeverRun
from agent.signals.detectors.claim_without_run import ClaimWithoutRun
from agent.signals.detectors.claimed_command import ClaimedCommand
from agent.signals.detectors.claimed_tests import ClaimedTests
from agent.signals.detectors.cut_off import CutOff
from agent.signals.detectors.discussion_restart import DiscussionRestart
from agent.signals.detectors.dropped_turns import DroppedTurns
from agent.signals.detectors.edit_not_tested import EditNotTested
from agent.signals.detectors.empty_answer import EmptyAnswer
from agent.signals.detectors.environment import Environment
from agent.signals.detectors.error_silenced import ErrorSilenced
from agent.signals.detectors.fabricated_observation import FabricatedObservation
from agent.signals.detectors.failing_test_shipped import FailingTestShipped
from agent.signals.detectors.farewells import Farewells
from agent.signals.detectors.forbidden_call import ForbiddenCall
from agent.signals.detectors.form_never_given import FormNeverGiven
from agent.signals.detectors.gave_up import GaveUp
from agent.signals.detectors.guessed_input import GuessedInput
from agent.signals.detectors.last_fix_not_rerun import LastFixNotRerun
from agent.signals.detectors.looped_until_budget import LoopedUntilBudget
from agent.signals.detectors.lost_history import LostHistory
from agent.signals.detectors.made_what_was_missing import MadeWhatWasMissing
from agent.signals.detectors.missing_feature import MissingFeature
from agent.signals.detectors.missing_payload import MissingPayload
from agent.signals.detectors.mock_data import MockData
from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.signals.detectors.never_executed import NeverExecuted
from agent.signals.detectors.no_check import NoCheck
from agent.signals.detectors.non_answer import NonAnswer
from agent.signals.detectors.nudge_loop import NudgeLoop
from agent.signals.detectors.number_format import NumberFormat
from agent.signals.detectors.open_job_dropped import OpenJobDropped
from agent.signals.detectors.open_review import OpenReview
from agent.signals.detectors.pending_called_done import PendingCalledDone
from agent.signals.detectors.pending_request import PendingRequest
from agent.signals.detectors.predicted_output import PredictedOutput
from agent.signals.detectors.printed_check import PrintedCheck
from agent.signals.detectors.printed_request import PrintedRequest
from agent.signals.detectors.private_fix import PrivateFix
from agent.signals.detectors.process_restart import ProcessRestart
from agent.signals.detectors.rejected_format import RejectedFormat
from agent.signals.detectors.repeated_request import RepeatedRequest
from agent.signals.detectors.repeated_review import RepeatedReview
from agent.signals.detectors.request_ping_pong import RequestPingPong
from agent.signals.detectors.role_breach import RoleBreach
from agent.signals.detectors.same_call import SameCall
from agent.signals.detectors.same_page import SamePage
from agent.signals.detectors.settled_by_assumption import SettledByAssumption
from agent.signals.detectors.smoke_test_only import SmokeTestOnly
from agent.signals.detectors.stalled_plan import StalledPlan
from agent.signals.detectors.success_after_limit import SuccessAfterLimit
from agent.signals.detectors.tests_never_run import TestsNeverRun
from agent.signals.detectors.unanswered_handoff import UnansweredHandoff
from agent.signals.detectors.unasked_ambiguity import UnaskedAmbiguity
from agent.signals.detectors.unchanged_resubmission import UnchangedResubmission
from agent.signals.detectors.unheeded_critique import UnheededCritique
from agent.signals.detectors.unrun_last_code import UnrunLastCode
from agent.signals.detectors.unseen_answer import UnseenAnswer

DETECTORS: tuple[type[Detector], ...] = (
    RejectedFormat,
    AnswerForm,
    FormNeverGiven,
    MissingFeature,
    NumberFormat,
    RoleBreach,
    ForbiddenCall,
    NearDuplicate,
    SameCall,
    SamePage,
    StalledPlan,
    DroppedTurns,
    LostHistory,
    LoopedUntilBudget,
    ActivityAfterDone,
    NudgeLoop,
    Farewells,
    ProcessRestart,
    DiscussionRestart,
    GuessedInput,
    MadeWhatWasMissing,
    UnaskedAmbiguity,
    SettledByAssumption,
    MockData,
    MissingPayload,
    PrivateFix,
    RequestPingPong,
    UnchangedResubmission,
    UnheededCritique,
    RepeatedReview,
    RepeatedRequest,
    FabricatedObservation,
    ClaimWithoutRun,
    ClaimedCommand,
    UnansweredHandoff,
    PrintedRequest,
    PrintedCheck,
    GaveUp,
    NonAnswer,
    EmptyAnswer,
    PendingRequest,
    OpenJobDropped,
    PendingCalledDone,
    CutOff,
    OpenReview,
    UnrunLastCode,
    NeverExecuted,
    TestsNeverRun,
    SmokeTestOnly,
    EditNotTested,
    ClaimedTests,
    PredictedOutput,
    UnseenAnswer,
    AnswerSource,
    AnswerAfterFailedCalls,
    LastFixNotRerun,
    ChangeNeverRun,
    NoCheck,
    FailingTestShipped,
    ErrorSilenced,
    AnswerAfterFailedRun,
    SuccessAfterLimit,
    Environment,
)

OFF: dict[str, tuple[str, ...]] = {
    "open_review": ("metagpt_comm_log",),
}
"""Formats on which a detector's hits, read one by one, were of no use to anybody."""


def modes_by_facts() -> frozenset[str]:
    """The modes that facts alone can show; of all others the offline analyst knows hints at most."""
    return frozenset(detector.mode for detector in DETECTORS if detector.tier == "fact" and detector.mode)
