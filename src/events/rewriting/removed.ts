/** What stands where a text was that may be a person's. */
export const REMOVED = '***'

/** Days for which an answer may be kept that still has such a text, and one more. */
export const KEPT_ANSWER_DAYS = 2
