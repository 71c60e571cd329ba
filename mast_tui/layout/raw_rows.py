"""The bytes of an event, printable ones as they are, and all of them as numbers where there is room."""

from mast_tui.layout.row import Row, row

_WIDE = 96
_PER_ROW = 16
_TABLE = bytes(byte if 32 <= byte < 127 else 0 for byte in range(256))


def raw_rows(data: bytes, start: int, width: int) -> list[Row]:
    """Rows of bytes; each begins with the offset of its first one."""
    wide = width >= _WIDE
    per_row = _PER_ROW if wide else max(16, (width - 16) // 8 * 8)
    rows: list[Row] = []
    for at in range(0, len(data), per_row):
        part = data[at : at + per_row]
        text = part.translate(_TABLE).decode("ascii").replace("\0", "·")
        numbers = (f"   {part.hex(' ')}", "quiet") if wide else ("", "text")
        rows.append(row((f"  {start + at:>11,}  ", "faint"), (f"{text:<{per_row}}", "text"), numbers))
    return rows
