"""The form for the model: what is secret in an address is not shown, and is not lost either."""

from agent.settings import Settings
from mast_tui.diagnosis.model_choice import AskedModel
from mast_tui.screens.model_form import ModelForm
from mast_tui.widgets.field import Field
from tests.mast_tui.desk import FAILED, app_on, read, screen_of, session_of, until


async def test_a_password_in_the_address_is_not_shown_and_stays_where_the_address_is_left_as_it_is() -> None:
    app = app_on(FAILED)
    session = session_of(app)
    address = "http://me:s3cret@127.0.0.1:9/v1"
    session.model = AskedModel(Settings(model="stub", base_url=address), None, redact=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("K")
        await until(pilot, lambda: isinstance(app.screen, ModelForm) and bool(app.screen.query("#url")))
        assert app.screen.query_one("#url", Field).value == "http://127.0.0.1:9/v1"
        assert not any("s3cret" in strip.text for strip in app.screen._compositor.render_strips())
        await pilot.press("end", *"-2", "enter")
        await until(pilot, lambda: app.screen is screen_of(app))
        assert isinstance(session.model, AskedModel)
        assert (session.model.settings.model, session.model.settings.base_url) == ("stub-2", address)
