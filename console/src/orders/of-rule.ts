/** Whether a rule of the account has worked a tax out: nobody has sent it. */
export const isOfRule = ({ origin }: { origin: string }): boolean => origin.startsWith('rule:')
