import { Redirect } from 'wouter'
import { kinds } from '../kinds.ts'

/** The address of all records leads to the first kind. */
export default function FirstPage() {
  return <Redirect to={`/records/${kinds[0]?.path}`} replace />
}
