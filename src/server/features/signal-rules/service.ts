import type { BodyOf } from '#contract/endpoint.ts'
import type {
  SignalRule,
  SignalRuleCheck,
  SignalRuleDraft,
  SignalRuleDryRun,
  SignalRuleRun,
  SignalRuleVersion,
  updateSignalRule,
} from '#contract/signal-rules.ts'
import { subtypeRow } from '#domain/score/hazard.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { judgeRule } from '#domain/signal-rules/guard.ts'
import { type CompiledRule, compileRule } from '#domain/signal-rules/language.ts'
import { isExcluded } from '#domain/signal-rules/rank-signal.ts'
import type { Trait } from '#domain/signal-rules/variables.ts'
import { audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { type CheckDeps, checkContacts, compileRules } from './service/check-contacts.ts'
import { dryRun } from './service/dry-run.ts'
import * as store from './store.ts'

/** Job that checks changed contacts of an organization, and continues its run over all contacts. */
export const CHECK_RULES = 'check-signal-rules'

type Changes = BodyOf<typeof updateSignalRule>

/** Own signal rules of an organization: writing them, and the signals that they yield. */
export function signalRulesService(
  { db, clock, queue, events }: Pick<Platform, 'db' | 'clock' | 'queue' | 'events'>,
  deps: CheckDeps,
) {
  const today = () => dayOf(clock.now())
  const queueCheck = (organizationId: string) =>
    queue.send(CHECK_RULES, { organizationId }, { key: organizationId })

  /** @throws {AppError} invalid for a rule that can't be read or that the guard refuses */
  function judge(draft: SignalRuleDraft, policy: ScorePolicy): { compiled: CompiledRule; traits: Trait[] } {
    const row = subtypeRow(draft.subtype)
    if (row?.category !== draft.category)
      throw fieldError('invalid', 'subtype', 'Choose a kind of event of this category')
    const result = compileRule(draft.condition)
    if ('error' in result) throw fieldError('invalid', 'condition', result.error.message)
    const { name, reason } = draft
    const { errors, traits } = judgeRule(result.rule, {
      name,
      reason,
      subtype: row.subtype,
      today: today(),
      guard: checkOutreach,
    })
    if (errors[0]) throw fieldError('invalid', 'condition', errors[0].message)
    if (traits.length > 0 && reason === null)
      throw fieldError('invalid', 'reason', 'Give a reason: this rule is about age, family or marital status')
    if (isExcluded(traits, policy))
      throw fieldError('invalid', 'condition', 'Your organization excludes this trait from its scores')
    return { compiled: result.rule, traits }
  }

  function recordChange(tx: TenantTx, context: Context, action: string, rule: SignalRule): Promise<void> {
    events.publish(tx, context.organizationId, { type: 'organization.changed' })
    const { id, version, isOn, traits, reason } = rule
    return audit(tx, {
      ...context,
      action,
      subject: id,
      details: { version, isOn, traits: traits.join(' '), ...(traits.length > 0 && { reason }) },
    })
  }

  /** @throws {AppError} not_found */
  async function requireRule(tx: TenantTx, id: string): Promise<SignalRule> {
    const rule = await store.lockRule(tx, id)
    if (!rule) throw notFound('Rule')
    return rule
  }

  async function changeVersion(tx: TenantTx, context: Context, rule: SignalRule, changes: Changes) {
    const { isOn: _, ...fields } = changes
    const { name, condition, category, subtype, dateFrom, confidence, reason } = rule
    const current = { name, condition, category, subtype, dateFrom, confidence, reason }
    const draft = { ...current, ...fields } as SignalRuleDraft
    const { traits } = judge(draft, await deps.scores.policyOf(tx))
    const isEqual = Object.entries(current).every(
      ([key, value]) => draft[key as keyof SignalRuleDraft] === value,
    )
    if (isEqual) return
    if (rule.version >= limits.MAX_VERSIONS)
      throw new AppError(
        'conflict',
        `A rule can have ${limits.MAX_VERSIONS} versions. Add a new rule instead.`,
      )
    const version = { ...draft, version: rule.version + 1, traits, changedBy: userIdOf(context) }
    await store.insertVersion(tx, rule.id, version)
  }

  /** Logs what changed, withdraws signals that no longer hold, and starts a run for new ones. */
  async function followChange(tx: TenantTx, context: Context, before: SignalRule, after: SignalRule) {
    const isEdited = after.version !== before.version
    const isSwitched = after.isOn !== before.isOn
    if (isEdited) await recordChange(tx, context, 'signal-rule.changed', after)
    if (isSwitched)
      await recordChange(tx, context, `signal-rule.switched-${after.isOn ? 'on' : 'off'}`, after)
    if (!(isEdited || isSwitched)) return
    if (before.isOn) await store.requestWithdrawal(tx, after.id)
    if (after.isOn) await store.startRun(tx, today())
  }

  /** One batch of waiting checks or of the run. @returns true if nothing is left */
  async function checkBatch(tx: TenantTx): Promise<boolean> {
    // Held first, so that the order of locks is that of changes of rules.
    const rules = compileRules(await store.holdActiveRules(tx))
    const policy = await deps.scores.policyOf(tx)
    const options = { rules, policy, today: today() }
    const waitingIds = await store.takeChecks(tx, limits.BATCH_SIZE)
    if (waitingIds.length > 0) {
      publishChanges(tx, (await checkContacts(deps, tx, waitingIds, options)).changedIds)
      return false
    }
    const run = await store.lockRun(tx)
    if (!run) return true
    const ids = await store.listIdsAfter(tx, run.afterId, limits.BATCH_SIZE)
    const { changedIds, counts } = await checkContacts(deps, tx, ids, options)
    publishChanges(tx, changedIds)
    await store.advanceRun(tx, { ...counts, afterId: ids.at(-1) ?? null })
    return ids.length === 0
  }

  function publishChanges(tx: TenantTx, ids: readonly string[]): void {
    if (ids.length > limits.MAX_PUBLISHED_CONTACTS)
      events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
    else
      for (const contactId of ids)
        events.publish(tx, tx.organizationId, { type: 'contact.changed', contactId })
  }

  return {
    list: (context: Context): Promise<{ rules: SignalRule[]; run: SignalRuleRun | null }> =>
      db.tenant(context.organizationId, async (tx) => {
        const run = await store.findRun(tx)
        return { rules: await store.listRules(tx), run: run ?? null }
      }),

    /** @throws {AppError} invalid, conflict at the limit */
    add: (context: Context, draft: SignalRuleDraft): Promise<SignalRule> =>
      db.tenant(context.organizationId, async (tx) => {
        const { traits } = judge(draft, await deps.scores.policyOf(tx))
        if ((await store.lockRuleCount(tx)) >= limits.MAX_RULES)
          throw new AppError(
            'conflict',
            `You have ${limits.MAX_RULES} rules, which is the limit. Delete one first.`,
          )
        const id = newId()
        await store.insertRule(tx, id)
        await store.insertVersion(tx, id, { ...draft, version: 1, traits, changedBy: userIdOf(context) })
        const rule = await requireRule(tx, id)
        await recordChange(tx, context, 'signal-rule.added', rule)
        return rule
      }),

    /** Changes a rule or switches it; a change is a new version. @throws {AppError} not_found, invalid, conflict */
    async update(context: Context, id: string, changes: Changes): Promise<SignalRule> {
      const rule = await db.tenant(context.organizationId, async (tx) => {
        const before = await requireRule(tx, id)
        await changeVersion(tx, context, before, changes)
        if (changes.isOn !== undefined) await store.setOn(tx, id, changes.isOn)
        const after = await requireRule(tx, id)
        await followChange(tx, context, before, after)
        return after
      })
      await queueCheck(context.organizationId)
      return rule
    },

    /** @throws {AppError} not_found */
    async remove(context: Context, id: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        const rule = await requireRule(tx, id)
        await store.requestWithdrawal(tx, id)
        await store.deleteRule(tx, id)
        await recordChange(tx, context, 'signal-rule.deleted', { ...rule, isOn: false })
      })
      await queueCheck(context.organizationId)
    },

    /** @throws {AppError} not_found */
    listVersions: (context: Context, id: string): Promise<SignalRuleVersion[]> =>
      db.tenant(context.organizationId, async (tx) => {
        const versions = await store.listVersions(tx, id)
        if (versions.length === 0) throw notFound('Rule')
        return versions
      }),

    /** Errors of a condition while it is written. */
    check(input: {
      name: string
      condition: string
      subtype: string
      reason: string | null
    }): SignalRuleCheck {
      const result = compileRule(input.condition)
      if ('error' in result) return { errors: [result.error], traits: [] }
      return judgeRule(result.rule, {
        ...input,
        ...{ subtype: input.subtype as Subtype, today: today(), guard: checkOutreach },
      })
    },

    /** @throws {AppError} invalid */
    async dryRun(context: Context, draft: SignalRuleDraft): Promise<SignalRuleDryRun> {
      const policy = await db.tenant(context.organizationId, deps.scores.policyOf)
      const { compiled } = judge(draft, policy)
      return dryRun(deps, (work) => db.tenant(context.organizationId, work), {
        compiled,
        draft,
        today: today(),
      })
    },

    /** Checks changed contacts, then continues the run. Repeating it, from any process, changes nothing. */
    async runChecks(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      let isDone = false
      while (!isDone) {
        signal?.throwIfAborted()
        isDone = await db.tenant(organizationId, checkBatch)
      }
    },

    /** Starts the runs that are due today, and continues those that a stopped process left. */
    async startRuns(): Promise<void> {
      for (const id of await store.listOrganizationsWithRuns(db, today())) {
        await db.tenant(parseOrganizationId(id), async (tx) => {
          const run = await store.findRun(tx)
          if (!run || run.day < today()) await store.startRun(tx, today())
        })
        await queueCheck(id)
      }
    },

    /** Queues the checks of changed contacts. */
    async sweep(): Promise<void> {
      for (const id of await store.listOrganizationsWithChecks(db)) await queueCheck(id)
    },
  }
}
export type SignalRulesService = ReturnType<typeof signalRulesService>
