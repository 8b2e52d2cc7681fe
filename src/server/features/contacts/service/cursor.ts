import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import { ORDERS, type Order } from '../store/orders.ts'

const fields = { cursor: 'Use the one from the Link header' }

/** A cursor is the order and the place in it of the last contact of the page before. */
export function cursorAt(order: Order, place: readonly string[]): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url')
}

/** @throws {AppError} invalid for what was never a cursor of ours, and for the cursor of another order */
export function placeOf(cursor: string | undefined, order: Order): string[] | null {
  if (cursor === undefined) return null
  const found = parsed(cursor)
  if (!found) throw new AppError('invalid', 'This cursor is not valid', { fields })
  const [of, ...place] = found
  if (of !== order) throw new AppError('invalid', 'This cursor belongs to another order', { fields })
  if (place.length !== ORDERS[order].columns.length || !z.uuid().safeParse(place.at(-1)).success) {
    throw new AppError('invalid', 'This cursor is not valid', { fields })
  }
  return place
}

function parsed(cursor: string): string[] | null {
  try {
    return z
      .array(z.string())
      .min(1)
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
