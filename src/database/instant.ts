/** SQL text that gives an instant as it is shown: RFC 3339, UTC, milliseconds, `Z`. */
export function instantSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
