import { consentWordings, type WordedPurpose } from '@ruam/contract/customers/consent-wordings.ts'
import { correctionLock } from '@ruam/contract/customers/wording-change.ts'
import type { Db } from '../../../database/db.ts'
import { pageAnswer } from '../../../database/page.ts'
import { implement } from '../../../http/implement.ts'
import { sourceNames } from '../../history/source-names.ts'
import { dependency } from '../../membership/dependencies.ts'
import { lockRules } from '../../membership/lock-rules.ts'
import { revalidateRules } from '../../membership/revalidate.ts'
import { ageGateOf, hasAgeGate, setAgeGate } from './age-gate.ts'
import { findPurpose, listPurposes } from './queries.ts'
import {
  correctionsOf,
  correctWording,
  countStandings,
  countVersions,
  deleteDraft,
  grantsPage,
  hasGrant,
  lockWording,
  saveDraft,
  startVersion,
  type WordingRow,
  wordingsOf,
} from './wordings.ts'

/** Share of the consents by which their number may differ from the one that was seen. */
const TOLERANCE = 0.01

export const consentWordingRoutes = implement(consentWordings, {
  async purpose({ db, storeId, params: { id }, fail }) {
    const purpose = await purposeOf(db, storeId, id)
    if (!purpose) throw fail('not_found')
    return purpose
  },

  async saveDraft({ db, storeId, params: { id }, body: { origin_time, ...words }, fail, stale }) {
    const saved = await saveDraft(db, storeId, { purposeId: id, seen: origin_time, words })
    const purpose = await purposeOf(db, storeId, id)
    if (!purpose) throw fail('not_found')
    if (!saved) throw stale(purpose)
    return purpose
  },

  async discardDraft({ db, storeId, params: { id }, fail }) {
    if (!(await deleteDraft(db, storeId, id))) throw fail('not_found')
  },

  async startDraft({ core, db, storeId, user, params: { id }, body, fail, stale, audit }) {
    const { choice, origin_time, granted } = body
    await lockRules(db, storeId)
    const used = await lockWording(db, storeId, id)
    if (!used) throw fail('not_found')
    const draft = (await wordingsOf(db, storeId, id)).find(({ since }) => since === null)
    if (!draft || draft.updated_at !== origin_time) throw stale((await purposeOf(db, storeId, id))!)
    const now = await countStandings(db, storeId, id)
    if (Math.abs(now.granted - granted) > Math.ceil(granted * TOLERANCE)) throw fail('consent_wording_changed')
    const start = { purposeId: id, userId: user.id, used, draft }
    if (choice === 'correct') {
      if ((await lockOf(db, storeId, id, used, draft)) !== null) throw fail('correction_refused')
      await correctWording(db, storeId, start)
    } else {
      await startVersion(db, storeId, start, choice === 'restart')
      if (choice === 'restart') await revalidateRules(core, db, storeId, [dependency.consent(id)])
    }
    await audit('consent_purpose', id, { choice, version: choice === 'correct' ? used.version : draft.version })
    return (await purposeOf(db, storeId, id))!
  },

  async grants({ db, storeId, params: { id }, query, fail }) {
    if (!(await findPurpose(db, storeId, id))) throw fail('not_found')
    const { rows, total } = await grantsPage(db, storeId, id, query)
    const writers = rows.map(({ source, source_id, run }) => ({ source, source_id, run, row_no: null }))
    const nameOf = await sourceNames(db, storeId, writers)
    const data = rows.map(({ source: _, source_id: __, run: ___, ...grant }, place) => ({
      ...grant,
      source: nameOf(writers[place]!),
    }))
    return pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data, total)
  },

  ageGate: ({ db, storeId }) => ageGateOf(db, storeId),

  async setAgeGate({ core, db, storeId, body: { value }, audit }) {
    await lockRules(db, storeId)
    if (await setAgeGate(db, storeId, value)) {
      const purposes = await listPurposes(db, storeId, { offset: 0, limit: 0 })
      await revalidateRules(
        core,
        db,
        storeId,
        purposes.map(({ id }) => dependency.consent(id)),
      )
      await audit('store', storeId, { value })
    }
    return ageGateOf(db, storeId)
  },
})

/** Why a draft is more than a correction. The words of a version without any grant are free. */
const lockOf = async (db: Db, storeId: number, id: number, used: WordingRow, draft: WordingRow) =>
  (await hasGrant(db, storeId, id, used.version)) ? correctionLock(used, draft) : null

async function purposeOf(db: Db, storeId: number, id: number): Promise<WordedPurpose | undefined> {
  const purpose = await findPurpose(db, storeId, id)
  if (!purpose) return undefined
  const wordings = await wordingsOf(db, storeId, id)
  const corrections = Map.groupBy(await correctionsOf(db, storeId, id), ({ version }) => version)
  const people = await countVersions(db, storeId, id)
  const draft = wordings.find(({ since }) => since === null)
  const used = wordings.find(({ since, until }) => since !== null && until === null)
  const first = Math.max(1, ...wordings.filter((one) => one.restarts && one.since).map(({ version }) => version))
  const { name, created_at, updated_at } = purpose
  return {
    ...{ id, name, created_at, updated_at },
    age_gate: await hasAgeGate(db, storeId),
    people: await countStandings(db, storeId, id),
    versions: wordings.flatMap(({ since, updated_at: _, ...wording }) => {
      if (since === null) return []
      const { version } = wording
      return {
        ...{ ...wording, since, people: people.get(version) ?? 0, counts: version >= first },
        corrections: (corrections.get(version) ?? []).map(({ version: __, ...correction }) => correction),
      }
    }),
    draft: draft
      ? {
          ...wordsIn(draft),
          ...{ version: draft.version, updated_at: draft.updated_at },
          lock: used ? await lockOf(db, storeId, id, used, draft) : null,
        }
      : null,
  }
}

const wordsIn = ({ text_th, text_en, channels, legal_basis }: WordingRow) => ({
  text_th,
  text_en,
  channels,
  legal_basis,
})
