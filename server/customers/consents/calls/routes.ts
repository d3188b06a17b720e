import { CONSENT_ENTRIES, consents, type ProfileConsent } from '@ruam/contract/customers/consents.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { answerSetupRequests } from '../../../access/roles/setup-requests.ts'
import type { Db } from '../../../database/db.ts'
import { pageAnswer } from '../../../database/page.ts'
import { implement } from '../../../http/implement.ts'
import { followAllStops } from '../../changes/line-stops.ts'
import { sourceNames } from '../../history/source-names.ts'
import { lockProfiles } from '../../profiles/lock.ts'
import { liveProfile } from '../../profiles/one.ts'
import { standingsOf } from '../standings-of.ts'
import { hasAgeGate } from './age-gate.ts'
import {
  countPurposes,
  findPurpose,
  findPurposeWithPeople,
  insertPurpose,
  listPurposes,
  listPurposesWithPeople,
  newestEntries,
  type PurposeRow,
  type PurposeWithPeople,
  renamePurpose,
} from './queries.ts'
import { recordConsent } from './record.ts'
import { lockVersion, versionsInUse } from './wordings.ts'

export const consentRoutes = implement(consents, {
  async purposes({ db, storeId, query }) {
    const data = (await listPurposesWithPeople(db, storeId, query)).map(viewPurpose)
    return pageAnswer({ ...query, sort_by: 'name' }, data, await countPurposes(db, storeId))
  },

  async createPurpose({ db, storeId, user, body, audit }) {
    // Stops that are being applied do not see the purpose yet, nor does it see them.
    await lockProfiles(db, storeId)
    const id = await insertPurpose(db, storeId, user.id, body)
    await followAllStops(db, storeId)
    await audit('consent_purpose', id)
    await answerSetupRequests(db, storeId, 'purpose')
    return viewPurpose((await findPurposeWithPeople(db, storeId, id))!)
  },

  async updatePurpose({ db, storeId, params: { id }, body: { origin_time, name }, fail, stale, audit }) {
    const updated = await renamePurpose(db, storeId, id, origin_time, name)
    const row = await findPurposeWithPeople(db, storeId, id)
    if (!row) throw fail('not_found')
    const current = viewPurpose(row)
    if (!updated) throw stale(current)
    await audit('consent_purpose', id)
    return current
  },

  async ofProfile({ db, storeId, query: { profile_id, ...page } }) {
    await liveProfile(db, storeId, profile_id)
    const data = await consentsOf(db, storeId, profile_id, await listPurposes(db, storeId, page))
    return pageAnswer({ ...page, sort_by: 'name' }, data, await countPurposes(db, storeId))
  },

  async record({ db, storeId, user, body: { way, version, ...said }, fail, audit }) {
    const { profile_id, purpose_id, operation, note, guardian } = said
    if (operation === 'granted' && (way === undefined || note === '')) throw fail('evidence_missing')
    if (guardian && !(await hasAgeGate(db, storeId))) throw fail('age_gate_off')
    const used = version && (await lockVersion(db, storeId, purpose_id))
    if (used && used !== version) throw fail('consent_wording_changed')
    if (await recordConsent(db, storeId, user, { ...said, evidence: way ? { way } : null }))
      await audit('profile', profile_id, { purpose_id, operation })
    const purpose = (await findPurpose(db, storeId, purpose_id))!
    const [consent] = await consentsOf(db, storeId, profile_id, [purpose])
    return consent!
  },
})

const viewPurpose = ({ granted, withdrawn, ...purpose }: PurposeWithPeople) => ({
  ...purpose,
  granted: viewCount(granted),
  withdrawn: viewCount(withdrawn),
})

const viewCount = (count: number) => ({ total: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP })

/** Returns a profile's consent to each purpose. */
async function consentsOf(
  db: Db,
  storeId: number,
  profileId: number,
  purposes: readonly PurposeRow[],
): Promise<ProfileConsent[]> {
  const ids = purposes.map(({ id }) => id)
  const standings = await standingsOf(db, storeId, profileId, ids)
  const versions = await versionsInUse(db, storeId, ids)
  // One more than is answered, to know whether there is more.
  const rows = (await newestEntries(db, storeId, profileId, ids, CONSENT_ENTRIES + 1)).map((row) => ({
    ...row,
    writer: { source: row.source, source_id: row.source_id, run: row.run, row_no: null },
  }))
  const nameOf = await sourceNames(
    db,
    storeId,
    rows.map(({ writer }) => writer),
  )
  const ledgers = Map.groupBy(rows, ({ purpose_id }) => purpose_id)
  return purposes.map((purpose) => {
    const ledger = ledgers.get(purpose.id) ?? []
    const entries = ledger
      .slice(0, CONSENT_ENTRIES)
      .map(({ status, at, note, version, guardian, evidence, writer }) => ({
        ...{ operation: status, at, note, version, guardian, source: nameOf(writer) },
        way: evidence?.way ?? ('before_versions' as const),
      }))
    const [newest] = entries
    return {
      purpose,
      version: versions.get(purpose.id) ?? 1,
      state: standings.get(purpose.id)?.standing ?? 'unknown',
      since: newest?.at ?? null,
      source: newest?.source ?? null,
      entries,
      truncated: ledger.length > CONSENT_ENTRIES,
    }
  })
}
