import icon from '../app/icon.svg'

/** The product's sign. */
export function Mark({ size = 28 }: { size?: number }) {
  return <img src={icon} width={size} height={size} alt="" />
}
