import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useMemo } from 'react'
import { cx } from './class-names.ts'

/** Attributes that a field passes to its control. */
interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldAttributes | null>(null)

/** Attributes of the surrounding field, or none outside a field. Spread them before the control's own props. */
function useFieldAttributes(): Partial<FieldAttributes> {
  return useContext(FieldContext) ?? {}
}

/** Classes of text inputs, text areas and selects; 16 px text on phones prevents iOS from zooming in. */
export const CONTROL_CLASSES =
  'block w-full rounded-lg border border-line-strong bg-surface px-3 text-sm text-text placeholder:text-dim ' +
  'transition-colors disabled:opacity-55 aria-invalid:border-red max-md:text-base'

/** A form label; pass `htmlFor`. Field adds its own. */
export function Label({ className, htmlFor, ...rest }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller says which control
  return <label htmlFor={htmlFor} {...rest} className={cx('text-[13px] font-medium text-text', className)} />
}

export interface FieldProps {
  label: ReactNode
  /** One control: Input, Textarea or Select. Its id and descriptions come from the field. */
  children: ReactNode
  error?: string
  hint?: ReactNode
  /** Adds the asterisk and `aria-required`. */
  required?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** Connects label, control, hint and error text. */
export function Field({ label, children, error, hint, required, hideLabel, className }: FieldProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const attributes = useMemo(
    () => ({
      id,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required ? (true as const) : undefined,
    }),
    [id, describedBy, error, required],
  )
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <Label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {required && <span aria-hidden>*</span>}
      </Label>
      <FieldContext value={attributes}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-dim">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-[13px] text-red">
          {error}
        </p>
      )}
    </div>
  )
}

/** Lets the caller handle the new value instead of the event. */
interface ValueProps<V extends string> {
  onValue?: (value: V) => void
}

const valueHandler = <V extends string>(onValue?: (value: V) => void) =>
  onValue && { onChange: ({ target }: { target: { value: string } }) => onValue(target.value as V) }

export interface InputProps extends ComponentProps<'input'>, ValueProps<string> {
  /** Decoration at the left, usually an icon. */
  leading?: ReactNode
  /** Content at the right, such as a key hint. */
  trailing?: ReactNode
}

/** A one-line text input. `className` applies to the wrapper if there is leading or trailing content, else to the input. */
export function Input({ leading, trailing, className, onValue, ...rest }: InputProps) {
  const attributes = useFieldAttributes()
  const hasAdornment = Boolean(leading) || Boolean(trailing)
  const classes = cx(
    CONTROL_CLASSES,
    'h-9 max-md:h-11',
    Boolean(leading) && 'pl-9',
    Boolean(trailing) && 'pr-10',
    !hasAdornment && className,
  )
  const input = <input type="text" {...attributes} {...rest} {...valueHandler(onValue)} className={classes} />
  if (!hasAdornment) return input
  return (
    <span className={cx('relative block', className)}>
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-dim [&_svg]:size-4">
          {leading}
        </span>
      )}
      {input}
      {trailing && (
        <span className="absolute inset-y-0 right-2 grid place-items-center text-dim">{trailing}</span>
      )}
    </span>
  )
}

/** A multi-line text input; `rows` sets its initial height. */
export function Textarea({ className, onValue, ...rest }: ComponentProps<'textarea'> & ValueProps<string>) {
  const classes = cx(CONTROL_CLASSES, 'py-2 leading-normal', className)
  return (
    <textarea rows={4} {...useFieldAttributes()} {...rest} {...valueHandler(onValue)} className={classes} />
  )
}

interface SelectOption<V = string> {
  value: V
  label: string
}

interface SelectGroup<V> {
  label: string
  options: readonly SelectOption<V>[]
}

export interface SelectProps<V extends string = string> extends ComponentProps<'select'>, ValueProps<V> {
  value?: V
  options?: readonly SelectOption<V>[]
  /** Options under headings, below those without. */
  groups?: readonly SelectGroup<V>[]
  /** A first, empty choice such as "Choose a topic". */
  placeholder?: string
}

/** A styled native select. `className` sets its size. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options = [], groups = [], placeholder, className, onValue, ...rest } = props
  const attributes = useFieldAttributes()
  return (
    <span className={cx('relative block', className)}>
      <select
        {...attributes}
        {...rest}
        {...valueHandler(onValue)}
        className={cx(CONTROL_CLASSES, 'h-9 appearance-none truncate pr-8 max-md:h-11')}
      >
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

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Text beside the box, part of the target. Without it, pass an `aria-label`. */
  label?: ReactNode
}

/** A styled native checkbox: a 24 px target around an 18 px box. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const box = (
    <span className={cx('relative grid size-6 shrink-0 place-items-center', !label && className)}>
      <input
        {...rest}
        type="checkbox"
        className="peer absolute inset-0 size-full appearance-none opacity-0"
      />
      <span
        className={cx(
          'pointer-events-none col-start-1 row-start-1 size-4.5 rounded-sm border border-dim transition-colors',
          'peer-checked:border-accent peer-checked:bg-accent',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          'peer-disabled:opacity-55',
        )}
      />
      <Check
        aria-hidden
        className="pointer-events-none relative col-start-1 row-start-1 hidden size-3.5 stroke-3 text-on-accent peer-checked:block"
      />
    </span>
  )
  if (!label) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside `box`
    <label className={cx('inline-flex items-start gap-2 py-0.5 leading-6', className)}>
      {box}
      <span>{label}</span>
    </label>
  )
}
