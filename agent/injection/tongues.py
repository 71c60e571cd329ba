"""The forms that orders to a later reader take in languages other than English."""

FORGET: tuple[str, ...] = (
    r"\b(?:beacht|befolg|berücksichtig)\w*~(?:anweisung|vorgabe|regel|richtlinie|instruktion)\w*~\bnicht (?:mehr"
    r"|länger)\b",
    r"\b(?:ignorier|vergiss|vergesst|vergessen|missacht|vernachlässig|verwirf)\w*~(?:anweisung|vorgabe"
    r"|instruktion|regel|richtlinie"
    r"|befehl)",
    r"\b(?:ignor|oubli|néglig|écart|fais abstraction|faites abstraction)\w*~(?:instruction|consigne|règle"
    r"|directive)s?\b~"
    r"\b(?:précédent|antérieur|ci-dessus|et\b|plus haut|réponds)|\b(?:oublie|ignore)[rsz]? (?:toutes )?(?:tes|vos"
    r"|les) (?:instruction"
    r"|consigne|règle)",
    r"\b(?:ignora|ignore|olvida|olvide|descarta|haz caso omiso|omite)\w*~(?:instruccion|reglas|indicacion|normas"
    r"|directric)",
    r"\b(?:ignor|esque[çc]|desconsider)\w*~(?:instruç|regras|orientaç|diretriz)",
    r"\b(?:ignora|dimentica|trascura|tralascia)\w*~(?:istruzion|regol[ea]|indicazion|direttiv)",
    r"\b(?:negeer|vergeet)\w*~(?:instructie|regels|aanwijzing|opdracht)",
    r"\b(?:ignorera|glöm|bortse)\w*~(?:instruktion|regler|anvisning)",
    r"\b(?:z?ignoruj|zapomnij|pomiń)\w*~(?:instrukcj|polece|zasad|wytyczn)",
    r"(?:talimat|kural|yönerge)\w*~(?:yok say|unut|görmezden gel|dikkate alma)",
    r"\b(?:abaikan|lupakan)\b~(?:instruksi|perintah|aturan)",
    r"(?:bỏ qua|phớt lờ|quên)~(?:hướng dẫn|chỉ dẫn|quy tắc)",
    r"(?:гнорируй|забудь|не обращай внимания|отбрось|ігноруй)~(?:инструкц|указани|правил|команд|інструкц)",
    r"(?:忽略|无视|忘记|忽視|無視|抛开|不要理会|不要遵守|不用管).{0,16}?(?:指令|指示|说明|說明|規則|规则|提示|要求)",
    r"(?:指示|命令|ルール|指令|プロンプト|指針).{0,14}?(?:無視|忘れ|従わな)",
    r"(?:지시|명령|규칙|지침).{0,14}?(?:무시|잊)",
    r"(?:تجاهل|انس|أهمل).{0,30}?(?:التعليمات|القواعد|الأوامر|تعليمات)",
    r"(?:निर्देश|नियम).{0,30}?(?:अनदेखा|नज़रअंदाज़|भूल)",
)
"""To forget instructions."""

REPORT: tuple[str, ...] = (
    r"(?:bewerte|melde|stufe|werte|vergib|bestätige|antworte|schreibe?|erkläre)\w*\b~(?:fehlerfrei"
    r"|keine[nr]? fehler|bestanden"
    r"|erfolgreich|volle punkt|bestnote)",
    r"(?:auswert|bewert|beurteil|prüf|begutacht|richt)\w*~(?:modell|KI\b|LLM|assistent|instanz)\w*~(?:bewerte"
    r"|melde|vergib|stufe"
    r"|nenne|erwähne|ignorier|gib|antworte|werte|schreib)",
    r"\b(?:melde|erwähne|nenne|berichte)\w*\b~\b(?:nicht|keine[nr]?)\b~\b(?:fehler|ausfall|schritt)\w*"
    r"~(?:prüfbericht|bericht|urteil"
    r"|auswertung|protokoll|lauf)",
    r"\b(?:répond|déclare|signale|conclu|considère|dis|indique|note)\w*~(?:aucune? (?:erreur|échec|défaut|faute"
    r"|problème)"
    r"|sans (?:erreur|faute)|réussi|un succès)",
    r"\b(?:modèle|juge|évaluateur|correcteur|examinateur|l.IA)\b~\b(?:évalu|jug|li[ts]|not|analys|corrig)\w*"
    r"~\b(?:ne |signal|répond"
    r"|consid|déclar|accord|donn|ignor|conclu)",
    r"\bne (?:signale|mentionne|rapporte|relève)[sz]? (?:pas|aucun)",
    r"\b(?:report|inform|declar|marc|calific|respond|indic|escrib)\w*~(?:sin (?:errores|fallos)|ningún (?:error"
    r"|fallo)|exitos"
    r"|aprobad|no hay (?:errores|fallos))",
    r"\b(?:juez|evaluador|revisor|calificador|modelo que)\b~(?:veredicto|debe|califi|marc|report|inform|no menc"
    r"|aprueb)",
    r"\bno (?:menciones|reportes|informes|señales)\b~(?:error|fallo|paso)",
    r"\b(?:respond|relat|marqu|declar|dig|report|consider)\w*~(?:sem (?:erros|falhas)|nenhum\w* (?:erro|falha"
    r"|agente)|um sucesso"
    r"|bem[- ]sucedid)",
    r"\b(?:juiz|avaliador|revisor|modelo que)\b~(?:veredi[ct]|deve|avali|marqu|relat|não menc|aprov)",
    r"\b(?:giudice|valutatore|revisore|modello che)\b~(?:assegn|segnal|dichiar|riport|verdetto|deve|consider"
    r"|ignor|dimentic)",
    r"\b(?:segnala|dichiara|riporta|rispondi)\w*~(?:nessun (?:errore|problema)|senza errori|riuscit)",
    r"\b(?:rapporteer|meld|beoordeel|antwoord)\w*~(?:geen fouten|geen fout|geslaagd|foutloos)",
    r"\b(?:sędzi|ocenia|model)\w*~(?:oceń|zgłoś|nie zgłaszaj|uznaj|werdykt)",
    r"\b(?:oceń|zgłoś|uznaj|napisz)\w*~(?:bez błęd|brak błęd|zaliczon|sukces)",
    r"(?:удь|одел|ценщик|роверяющ|ценива)\w*~(?:остав|не упомина|не сообща|оцени|считай|вердикт|напиши|засчит)",
    r"(?:апиши|ообщи|кажи|тветь|читай|ризнай)\w*~(?:ошибок нет|нет ошибок|без ошибок|успешн|сбоев нет|нет сбоев)",
    r"(?:评审|评估|评判|裁判|评分|审查|审核|打分|評估|評審).{0,8}?(?:模型|者|员|員|AI|助手|系统|人).{0,24}?(?:请|請|必须|不要|判定|报告|给)",
    r"(?:判定|报告|标记|认定|视为|判為|評為).{0,16}?(?:成功|通过|没有(?:错误|失败|问题)|无(?:错误|失败|故障))",
    r"不要(?:提及|报告|指出|提到|列出|提).{0,10}?(?:错误|失败|问题|故障)",
    r"(?:評価|採点|審査|判定|分析|レビュー).{0,6}?(?:AI|モデル|LLM|審査員|担当者).{0,30}?(?:ください|せよ|なさい|するな|こと)",
    r"(?:失敗|エラー|問題|誤り|バグ).{0,12}?(?:報告しない|言及しない|指摘しない|なしとだけ|なしと答|ないと答|ないと報告)",
    r"(?:평가|채점|심사|판정).{0,8}?(?:모델|AI|자에게|관에게|하는).{0,30}?(?:하세요|하십시오|마세요|마십시오|판정|보고)",
    r"(?:오류|실패|문제).{0,8}?(?:보고하지|언급하지|없다고)",
    r"(?:النموذج|المقيم|القاضي|المحكم).{0,40}?(?:لا تذكر|أبلغ|اعتبر|قل)",
)
"""To report something, or to keep silent about it."""
