// Spans of what runs, where somebody collects them: what records them is loaded only then.

export type Attributes = Record<string, string | number>

/** A request that is being answered. */
export interface RequestSpan {
  /** As `traceparent` says it to whoever is called for this request. */
  readonly traceparent: string
  /** Runs what belongs to the request. */
  run(work: () => void): void
  end(status: number): void
}

export interface Tracer {
  /** @param traceparent of the caller */
  request(name: string, traceparent: string | undefined, attributes: Attributes): RequestSpan
  /** Runs work as a part of what runs; or, where nothing is recorded, just runs it. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * Sends to somebody else, with the `traceparent` to be sent on.
   * @param traceparent of what it is sent for
   */
  sending<T>(
    name: string,
    traceparent: string | undefined,
    send: (traceparent: string) => Promise<T>,
    resultOf: (sent: T) => { attributes: Attributes; hasFailed: boolean },
  ): Promise<T>
}

let current: Tracer | undefined

/** What records spans; undefined where nobody collects them. */
export const tracer = (): Tracer | undefined => current

/** @param used undefined: nothing more is recorded */
export function useTracer(used: Tracer | undefined): void {
  current = used
}
