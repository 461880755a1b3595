/** How many files and connections the system lets this process have open; Infinity where it has no limit. */
export function openFilesLimit(): number {
  // Unless told so it would look up the names of the network's hosts, too, which takes time.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
