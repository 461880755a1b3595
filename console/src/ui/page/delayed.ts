import { useEffect, useState } from 'react'

/** Quick enough to feel at once, and one request for a word that is typed. */
const TYPING_PAUSE_MS = 180

/** The value once it has stayed the same for a moment. */
export function useDelayed<T>(value: T, ms = TYPING_PAUSE_MS): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}
