/** A honeypot field of every form, hidden from people: whatever fills it in is a bot. Browsers do not autofill its name. */
export const trapField = "fax_extension"

/** The field in which the captcha widget stores its token. */
export const captchaField = "captcha_answer"
