/**
 * The files that were sent while this page is open, by their import: so that other columns can be
 * tried without choosing the file again. The service gives none back.
 */
const files = new Map<number, File>()

export const keepFile = (id: number, file: File) => files.set(id, file)
export const fileOf = (id: number): File | undefined => files.get(id)
