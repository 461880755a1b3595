/**
 * What a person who runs the service can put right. The message says in a sentence or two what is
 * wrong and what to do; it is shown as it stands, without a stack, and holds no secret.
 */
export class OperatorError extends Error {}
