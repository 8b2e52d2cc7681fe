import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { CONTROL, useFieldWiring } from './field-context.ts'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends ComponentProps<'select'> {
  options: readonly SelectOption[]
  /** A first, empty choice such as "Choose a topic". */
  placeholder?: string
}

/** The browser's own select, dressed: its list, keyboard and phone picker come for free. `className` sizes it. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring()
  return (
    <span className={cx('relative block', className)}>
      <select {...wiring} {...rest} className={cx(CONTROL, 'h-9 appearance-none truncate pr-8 max-md:h-11')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-dim"
      />
    </span>
  )
}
