/** Characters of the bar. */
const WIDTH = 24
/** Where nothing can be overwritten a line is written when so much more is done. */
const STEP = 0.1

/** Shows how far something is: a bar that moves on a terminal, and a line now and then elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream
  #last = ''
  #shownPart = -Infinity
  #label = ''

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out
  }

  /**
   * @param label what is done just now
   * @param part from 0 to 1
   */
  show(label: string, part: number, more: string): void {
    const percent = `${Math.floor(100 * part)} %`
    if (!this.#out.isTTY) {
      if (label === this.#label && part < this.#shownPart + STEP && part < 1) return
      if (label === this.#label && part === this.#shownPart) return
      this.#label = label
      this.#shownPart = part
      this.#out.write(`${label}: ${percent}, ${more}\n`)
      return
    }
    const full = Math.round(WIDTH * part)
    const line = `${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}  ${more}`
    if (line === this.#last) return
    this.#out.write(`\r\u001b[K${line.slice(0, (this.#out.columns ?? 80) - 1)}`)
    this.#last = line
  }

  /** Leaves the line as it is: what follows stands below it. */
  end(): void {
    if (this.#last !== '') this.#out.write('\n')
    this.#last = ''
  }
}
