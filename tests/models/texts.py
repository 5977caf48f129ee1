"""Texts of many kinds."""

PLAIN = (
    "create a jira issue",
    "Lists the open issues of a repository, newest first; at most 100 per page.",
    "Send an e-mail (with attachments) to one or more people.",
    "x_y-z/camelCase.snake_case HTTP2 v1.2.3 https://example.com/a?b=c#d",
)
TEXTS = (
    *PLAIN,
    "",
    "   ",
    "a",
    "Ünïcödé CAFÉ naïve résumé İstanbul ẞ ß ΑΣ ΣΑΣ",
    "日本語のテキスト 中文 한국어 ไทย हिन्दी العربية עִבְרִית",
    "emoji 🎉👩‍👩‍👧 ok ❤️ 🇩🇪",
    "a" * 99,
    "a" * 100,
    "a" * 101,
    "supercalifragilisticexpialidocious" * 5,
    "tab\tnew\nline\r\x07bell\x7f \x85 c\u00a0d \u2028e",
    "nul\x00here \ufffd replaced",
    "soft\u00adhyphen zero\u200bwidth \ue000private",
    "don't $100 5% [foo] {bar} <x> ^`~| ##foo ##",
    "ｆｕｌｌｗｉｄｔｈ ﬁ Ⅷ ½ ² ™ € ≠ “quotes” – — …",
    "\u0301combining e\u0301 Å",
    "▁marked ▁x",
)
