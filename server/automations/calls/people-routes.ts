import { stepsOf } from '@ruam/contract/automations/definition.ts'
import { automationPeople } from '@ruam/contract/automations/people.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { findAutomation } from '../records/queries.ts'
import { maySeePeople } from '../rules/closed.ts'
import { historyOf } from './history.ts'
import { countRuns, peoplePage } from './people-queries.ts'
import { readStepNames } from './step-names.ts'
import { placeOf, waysOf } from './ways.ts'

/** Customers of automations, where one customer is, and the history of an automation. */
export const automationPeopleRoutes = implement(automationPeople, {
  async list({ db, storeId, user, params: { id }, query, language, fail }) {
    const automation = await findAutomation(db, storeId, id)
    if (!automation) throw fail('not_found')
    const shown = { language, sight: Sight.of(user) }
    const { versions, name } = await readStepNames(db, storeId, [id], shown)
    const maySee = may(user.rights, 'cdp-core.profile.read') && (await maySeePeople(db, storeId, id, user.rights))
    const counts = await countRuns(db, storeId, id)
    const order = versions.toReversed().flatMap(({ definition }) => stepsOf(definition.steps).map((step) => step.id))
    const page = maySee ? await peoplePage(db, storeId, id, query, order) : { rows: [], total: 0 }
    const data = page.rows.map(({ profile, messages, last_message, ...row }) => ({
      ...placeOf(row, { versions, name }),
      ...{ profile, messages, last_message },
    }))
    const by = query.state === 'ended' ? { sort_by: 'ended_at', sort_dir: 'desc' as const } : { sort_by: 'step' }
    return {
      ...pageAnswer({ ...query, ...by }, data, page.total),
      hidden: !maySee,
      entered: counts.entered,
      on_the_way: counts.on_the_way.flatMap(({ version, step: of, people }) => {
        const step = name({ automation_id: id, version, step: of })
        return step ? [{ version, step, people }] : []
      }),
      ended: counts.ended.map(({ version, step: of, outcome, reason, people }) => {
        const step = name({ automation_id: id, version, step: of })
        return { branch: step && outcome ? { step, outcome } : null, reason, people }
      }),
    }
  },

  async profile({ db, storeId, user, params, language, fail }) {
    const data = await waysOf(db, storeId, user, params.profile_id, language)
    if (!data) throw fail('not_found')
    return { data }
  },

  async history({ db, storeId, params: { id }, query, fail }) {
    if (!(await findAutomation(db, storeId, id))) throw fail('not_found')
    const { data, total } = await historyOf(db, storeId, id, query)
    return pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data, total)
  },
})
