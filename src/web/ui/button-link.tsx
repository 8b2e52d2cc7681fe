import { Link, type LinkProps } from 'react-router'
import { Button, type ButtonProps } from './button.tsx'

interface ButtonLinkProps extends Omit<LinkProps, 'to'>, Pick<ButtonProps, 'variant' | 'size'> {
  /** A page of the application. */
  to?: string
  /** Any other URL. */
  href?: string
}

/** A link that looks like a button. */
export function ButtonLink({ to, href, variant, size, className, ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      {to === undefined ? <a href={href} {...link} /> : <Link to={to} {...link} />}
    </Button>
  )
}
