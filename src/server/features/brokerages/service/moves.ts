import type { z } from 'zod'
import type { creditsMove, seatsMove } from '#contract/brokerages.ts'
import { moveCredits } from '#server/features/credits/service/grant.ts'
import { audit } from '#server/platform/audit.ts'
import { type Caller, userIdOf } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { fieldError } from '#server/platform/errors.ts'
import type { BrokerageRow } from '../store/brokerages.ts'
import { insertMove, type NewMove } from '../store/moves.ts'
import { addSeats } from '../store/offices.ts'
import type { Offices } from './offices.ts'

/**
 * Moves credits and seats between offices, once per request. Every function is part of a transaction that has locked the
 * brokerage; offices are locked in the order of their ids.
 */
export function createMoves({ offices }: { offices: Offices }) {
  const isNew = (
    tx: Tx,
    brokerage: BrokerageRow,
    caller: Caller,
    { requestId, ...move }: { requestId: string } & Pick<NewMove, 'kind' | 'from' | 'to' | 'amount'>,
  ) => insertMove(tx, { ...move, id: requestId, brokerageId: brokerage.id, movedBy: userIdOf(caller) })

  return {
    /** @throws {AppError} not_found, invalid, conflict for more credits than the office has */
    async credits(tx: Tx, brokerage: BrokerageRow, caller: Caller, move: z.output<typeof creditsMove>) {
      const { from, to, amount, requestId } = move
      if (from === to) throw fieldError('invalid', 'to', 'Choose another office')
      if (!(await isNew(tx, brokerage, caller, { kind: 'credits', ...move }))) return
      for (const id of [from, to].sort()) {
        const tenantTx = await offices.lockMovable(tx, brokerage.id, parseOrganizationId(id))
        const signedAmount = id === from ? -amount : amount
        if ((await moveCredits(tenantTx, { key: requestId, amount: signedAmount })) === 'insufficient')
          throw fieldError('conflict', 'amount', "The office doesn't have that many credits")
        const details = { amount: signedAmount, requestId }
        await audit(tenantTx, { ...caller, action: 'credits.moved', subject: brokerage.id, details })
        await offices.record(tenantTx, caller, 'brokerage.credits-moved', brokerage.id)
      }
    },

    /** @throws {AppError} not_found, invalid, conflict for more seats than are free */
    async seats(tx: Tx, brokerage: BrokerageRow, caller: Caller, move: z.output<typeof seatsMove>) {
      const { from, to, amount } = move
      if (from === to) throw fieldError('invalid', 'to', 'Choose another office')
      const free = await offices.freeSeats(tx, brokerage)
      if (free === null) throw fieldError('conflict', 'amount', 'Your brokerage has unlimited seats')
      if (!(await isNew(tx, brokerage, caller, { kind: 'seats', ...move }))) return
      if (from === null && free < amount)
        throw fieldError('conflict', 'amount', `Your brokerage has ${Math.max(0, free)} free seats`)
      for (const id of [from, to].filter((each) => each !== null).sort()) {
        const tenantTx = await offices.lockMovable(tx, brokerage.id, parseOrganizationId(id))
        if (!(await addSeats(tenantTx, id === from ? -amount : amount)))
          throw fieldError('conflict', 'amount', 'The office would have fewer seats than it uses')
        await offices.record(tenantTx, caller, 'brokerage.seats-moved', brokerage.id)
      }
    },
  }
}
