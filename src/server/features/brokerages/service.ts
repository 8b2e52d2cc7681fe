import type { z } from 'zod'
import type {
  Brokerage,
  BrokerageCompliance,
  BrokerageInvitationInput,
  BrokerageMembership,
  BrokerageSums,
  changeBrokerage,
  creditsMove,
  ListedBrokerage,
  Office,
  seatsMove,
} from '#contract/brokerages.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { Deps as BillingDeps } from '#server/features/billing/service/record-change.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Caller, Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { readCompliance } from './service/compliance.ts'
import { createConsole } from './service/console.ts'
import { createInvitations } from './service/invitations.ts'
import { createMoves } from './service/moves.ts'
import { createOffices } from './service/offices.ts'
import { createOptOutSharing } from './service/share-opt-outs.ts'
import * as store from './store/brokerages.ts'
import { listSums, listTeamSums, type OfficeSums, type SumsRow, type TeamSums } from './store/figures.ts'
import { deleteInvitation, listInvitations } from './store/invitations.ts'
import { listMoves } from './store/moves.ts'
import { findBrokerageOf, listOffices, type OfficeRow } from './store/offices.ts'

type Deps = Pick<
  Platform,
  'db' | 'events' | 'payments' | 'clock' | 'queue' | 'log' | 'site' | 'mailer' | 'appUrl'
>
type Features = Pick<BillingDeps, 'credits' | 'billingEmails' | 'notifications'> & {
  auth: Pick<AuthService, 'ensureUser' | 'emailLink'>
  memberships: Pick<MembershipsService, 'join' | 'lockOrganizationsOf'>
  tasks: TasksService
}

/** A signed-in caller of one request. */
export type BrokerageCaller = { session: Session; requestId: string }

/**
 * Groups of organizations with one owner. Owners and supervisors see figures only; for everyone else a brokerage doesn't
 * exist.
 */
export function brokeragesService(platform: Deps, features: Features) {
  const { db, clock } = platform
  const offices = createOffices({ ...platform, ...features })
  const moves = createMoves({ offices })
  const optOuts = createOptOutSharing({ ...platform, tasks: features.tasks })
  const invitations = createInvitations({ ...platform, offices, memberships: features.memberships })

  const callerOf = ({ session, requestId }: BrokerageCaller): Caller => ({
    actor: actorOf(session),
    requestId,
  })

  /** @throws {AppError} not_found for everyone but its owner and supervisors */
  async function requireViewer({ session }: BrokerageCaller, id: string): Promise<ListedBrokerage['role']> {
    const role = await store.findRole(db, id, session.userId)
    if (!role) throw notFound('Brokerage')
    return role
  }

  /** Locks a brokerage that the caller owns. @throws {AppError} not_found, also for a supervisor */
  async function lockOwn(tx: Tx, { session }: BrokerageCaller, id: string): Promise<store.BrokerageRow> {
    const brokerage = await store.lockBrokerage(tx, id)
    if (brokerage?.ownerId !== session.userId) throw notFound('Brokerage')
    return brokerage
  }

  /** Runs one change of a brokerage by its owner at a time. */
  const change = <T>(
    caller: BrokerageCaller,
    id: string,
    work: (tx: Tx, brokerage: store.BrokerageRow) => Promise<T>,
  ): Promise<T> => db.transaction(async (tx) => work(tx, await lockOwn(tx, caller, id)))

  return {
    optOuts,
    console: createConsole({ ...platform, ...features, offices }),

    list: ({ session }: BrokerageCaller): Promise<ListedBrokerage[]> =>
      store.listByViewer(db, session.userId),

    /** @throws {AppError} not_found */
    async get(caller: BrokerageCaller, id: string): Promise<Brokerage> {
      const role = await requireViewer(caller, id)
      const viewer = { brokerageId: id, userId: caller.session.userId }
      const since = addDays(clock.now(), -limits.SUMS_DAYS)
      const [brokerage, rows, sums, teams, supervisors] = await Promise.all([
        store.findBrokerage(db, id),
        listOffices(db, id),
        listSums(db, viewer, since),
        listTeamSums(db, viewer, since),
        store.listSupervisors(db, id),
      ])
      if (!brokerage) throw notFound('Brokerage')
      const {
        ownerId: _,
        planId: __,
        managerName,
        managerEmail,
        managerPhone,
        createdAt: ___,
        ...facts
      } = brokerage
      const usedSeats = rows.reduce((total, { seatLimit }) => total + (seatLimit ?? 0), 0)
      return {
        ...facts,
        role,
        freeSeats: facts.seats === null ? null : facts.seats - usedSeats,
        successManager: successManagerOf({ managerName, managerEmail, managerPhone }),
        supervisors,
        offices: rows.map((row) => describeOffice(row, { sums, teams })),
      }
    },

    /** @throws {AppError} not_found */
    async compliance(caller: BrokerageCaller, id: string): Promise<BrokerageCompliance> {
      await requireViewer(caller, id)
      return readCompliance(db, { brokerageId: id, userId: caller.session.userId }, clock.now())
    },

    /** @throws {AppError} not_found */
    async update(caller: BrokerageCaller, id: string, body: BodyOf<typeof changeBrokerage>): Promise<void> {
      await change(caller, id, async (tx) => {
        await store.updateBrokerage(tx, id, body)
        const details = { ...(body.sharesDoNotContact !== undefined && { shares: body.sharesDoNotContact }) }
        await auditPlatform(tx, { ...callerOf(caller), action: 'brokerage.changed', subject: id, details })
      })
      if (body.sharesDoNotContact) await optOuts.queueOffices(id)
    },

    /** @throws {AppError} not_found, invalid, conflict for more than there is */
    moveCredits: (caller: BrokerageCaller, id: string, move: z.output<typeof creditsMove>): Promise<void> =>
      change(caller, id, (tx, brokerage) => moves.credits(tx, brokerage, callerOf(caller), move)),

    /** @throws {AppError} not_found, invalid, conflict for more than there are */
    moveSeats: (caller: BrokerageCaller, id: string, move: z.output<typeof seatsMove>): Promise<void> =>
      change(caller, id, (tx, brokerage) => moves.seats(tx, brokerage, callerOf(caller), move)),

    /** @throws {AppError} not_found, invalid for a malformed cursor */
    async listMoves(caller: BrokerageCaller, id: string, query: PageQuery) {
      await requireViewer(caller, id)
      return readPage(BY_TIME, query, (range) => listMoves(db, id, range))
    },

    /** @throws {AppError} not_found */
    listInvitations: (caller: BrokerageCaller, id: string) =>
      change(caller, id, (tx) => listInvitations(tx, id, limits.MAX_OPEN_INVITATIONS)),

    /** @throws {AppError} not_found, conflict, rate_limited */
    invite: (caller: BrokerageCaller, id: string, input: BrokerageInvitationInput) =>
      invitations.invite(id, input, (tx) => lockOwn(tx, caller, id), callerOf(caller)),

    /** @throws {AppError} not_found */
    revoke: (caller: BrokerageCaller, id: string, invitationId: string): Promise<void> =>
      change(caller, id, async (tx) => {
        if (!(await deleteInvitation(tx, id, invitationId))) throw notFound('Invitation')
      }),

    /** @throws {AppError} not_found */
    removeOffice: (caller: BrokerageCaller, id: string, officeId: string): Promise<void> =>
      change(caller, id, (tx) => offices.leave(tx, id, parseOrganizationId(officeId), callerOf(caller))),

    /** The owner removes a supervising broker, or one leaves. @throws {AppError} not_found */
    removeSupervisor: (caller: BrokerageCaller, id: string, userId: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (userId.toLowerCase() !== caller.session.userId) await lockOwn(tx, caller, id)
        if (!(await store.deleteSupervisor(tx, id, userId))) throw notFound('Supervising broker')
        const entry = { ...callerOf(caller), action: 'brokerage.supervisor-removed', subject: id }
        await auditPlatform(tx, entry)
      }),

    /** @throws {AppError} not_found for anyone but a supervising broker */
    transfer: (caller: BrokerageCaller, id: string, userId: string): Promise<void> =>
      change(caller, id, async (tx) => {
        if (!(await store.deleteSupervisor(tx, id, userId))) throw notFound('Supervising broker')
        await store.setOwner(tx, id, userId)
        await store.insertSupervisor(tx, id, caller.session.userId)
        await auditPlatform(tx, { ...callerOf(caller), action: 'brokerage.transferred', subject: id })
      }),

    listReceived: ({ session }: BrokerageCaller) => invitations.listReceived(session),
    async accept({ session, requestId }: BrokerageCaller, id: string): Promise<void> {
      const brokerageId = await invitations.accept(session, id, requestId)
      // A new office's requests apply to all others, and theirs to it.
      await optOuts.queueOffices(brokerageId)
    },
    decline: ({ session }: BrokerageCaller, id: string) => invitations.decline(session, id),

    /** The brokerage of the caller's organization, as its members see it. */
    async ofOrganization({ organizationId }: Context): Promise<BrokerageMembership> {
      const office = await findBrokerageOf(db, organizationId)
      const brokerage = office && (await store.findBrokerage(db, office.brokerageId))
      if (!brokerage) return { brokerage: null }
      const { name, sharesDoNotContact, hasUnlimitedCredits, slaNotes } = brokerage
      return {
        brokerage: {
          ...{ name, sharesDoNotContact, hasUnlimitedCredits, slaNotes },
          successManager: successManagerOf(brokerage),
          seats: office.seats,
          seatLimit: office.seatLimit,
        },
      }
    },

    /** @throws {AppError} not_found for an organization without a brokerage */
    async leave(context: Context): Promise<void> {
      const office = await findBrokerageOf(db, context.organizationId)
      if (!office) throw notFound('Brokerage')
      await db.transaction(async (tx) => {
        await store.lockBrokerage(tx, office.brokerageId)
        await offices.leave(tx, office.brokerageId, context.organizationId, context)
      })
    },

    /** Deletes invitations to an address, for a privacy request. Part of the caller's transaction. */
    removeInvitationsTo: invitations.removeByAddress,
    removeOld: invitations.removeOld,
  }
}
export type BrokeragesService = ReturnType<typeof brokeragesService>

type Manager = Pick<store.BrokerageRow, 'managerName' | 'managerEmail' | 'managerPhone'>

const successManagerOf = ({ managerName, managerEmail, managerPhone }: Manager) =>
  managerName === null ? null : { name: managerName, email: managerEmail, phone: managerPhone }

type Figures = { sums: readonly OfficeSums[]; teams: readonly TeamSums[] }

function describeOffice(row: OfficeRow, figures: Figures): Office {
  const { status: _, plan: __, ...office } = row
  const officeSums = figures.sums.find(({ officeId }) => officeId === row.id)
  return {
    ...office,
    creditsUsed: officeSums?.creditsUsed ?? 0,
    sums: officeSums ? sumsOf(officeSums) : null,
    teams: figures.teams
      .filter(({ officeId }) => officeId === row.id)
      .map((team) => ({ id: team.teamId, name: team.name, members: team.members, sums: sumsOf(team) })),
  }
}

/** Null in a group that is too small: the database has no figures of it. */
function sumsOf({
  contacts,
  withEmail,
  withPhone,
  enriched,
  activities,
  conversations,
  appointments,
  moves,
  agreements,
}: SumsRow): BrokerageSums | null {
  if (contacts === null) return null
  const contactFigures = { contacts, withEmail, withPhone, enriched }
  return { ...contactFigures, activities, conversations, appointments, moves, agreements } as BrokerageSums // none is null
}
