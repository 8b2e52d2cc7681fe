import { createContext, useContext } from 'react'

/** Attributes that a field passes to its control. */
export interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export const FieldContext = createContext<FieldWiring | null>(null)

/** Attributes of the surrounding field, or none outside a field. Spread them before the control's own props. */
export function useFieldWiring(): Partial<FieldWiring> {
  return useContext(FieldContext) ?? {}
}

/** Classes of text inputs, text areas and selects; 16 px text on phones prevents iOS from zooming in. */
export const CONTROL =
  'block w-full rounded-lg border border-line-strong bg-surface px-3 text-sm text-text placeholder:text-dim ' +
  'transition-colors disabled:opacity-55 aria-invalid:border-red max-md:text-base'
