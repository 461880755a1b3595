import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import './button.css'

export interface ButtonLook {
  look?: 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** It works on it: it can't be pressed again, and says so. */
    isBusy?: boolean | undefined
  }

/** For what happens here; for what leads elsewhere there is `ButtonLink`. */
export function Button({ look, size, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
      className={buttonClass({ look, size }, className)}
    >
      {isBusy && <span className="button__spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children'> & {
  /** What a screen reader says, and the tip shows. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      look={look}
      className={`button--icon ${rest.className ?? ''}`}
      aria-label={label}
      title={label}
    >
      {icon}
    </Button>
  )
}

export function ButtonLink({
  look,
  size,
  href,
  children,
}: ButtonLook & { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonClass({ look, size })}>
      {children}
    </Link>
  )
}

function buttonClass({ look, size }: ButtonLook, more = ''): string {
  return ['button', look && `button--${look}`, size && `button--${size}`, more]
    .filter(Boolean)
    .join(' ')
}
