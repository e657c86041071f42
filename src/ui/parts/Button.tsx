import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one thing to do here; `past`: acts on the past; `quiet`: without a frame. */
  tone?: 'plain' | 'primary' | 'past' | 'quiet'
  size?: 'small' | 'medium'
  /** Square, for an icon alone; needs an `aria-label`. */
  square?: boolean
}

export function Button({
  tone = 'plain',
  size = 'medium',
  square = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const classes = [styles.button, styles[tone], styles[size], square ? styles.square : '', className ?? '']
  return <button {...rest} type={type} className={classes.join(' ')} />
}
