/** The media types of JSON bodies. A PATCH is a merge patch (RFC 7396) but for what its fields say. */
export function mediaTypesOf(method: string): string[] {
  return method === 'PATCH'
    ? ['application/json', 'application/merge-patch+json']
    : ['application/json']
}
