import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { CONTROL, useFieldWiring } from './field-context.ts'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectGroup {
  label: string
  options: readonly SelectOption[]
}

export interface SelectProps extends ComponentProps<'select'> {
  options?: readonly SelectOption[]
  /** Options under headings, below those without. */
  groups?: readonly SelectGroup[]
  /** A first, empty choice such as "Choose a topic". */
  placeholder?: string
}

/** A styled native select. `className` sets its size. */
export function Select({ options = [], groups = [], placeholder, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring()
  return (
    <span className={cx('relative block', className)}>
      <select {...wiring} {...rest} className={cx(CONTROL, 'h-9 appearance-none truncate pr-8 max-md:h-11')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        <Options options={options} />
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-dim"
      />
    </span>
  )
}

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ))
}
