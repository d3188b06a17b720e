import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { FieldOwner } from './field-owner.ts'
import type { FieldRow } from './field-row.ts'
import { formulaText } from './formula-text.ts'
import { text } from './text.ts'

/** Uses of a field in a refused deletion. */
interface InUse {
  profiles?: number
  activities?: number
  data_sources?: { count: number; names: string[] }
  activity_types?: { count: number; names: string[] }
  formulas?: { count: number; names: string[] }
  segments?: { count: number; names: string[] }
  views?: { count: number; names: string[] }
  match_key?: boolean
}

/** Asks, and deletes a field; of one that is in use it says where and asks again. */
export function useDeleteField(owner: FieldOwner) {
  const t = useWords(text)
  const f = useWords(formulaText)
  const c = useWords(common)
  const confirm = useConfirm()
  const options = { blocking: true, quiet: true }
  const removeProfile = useWrite(profileFields.delete, options)
  const removeActivity = useWrite(activities.deleteField, options)
  const remove = owner === 'profile' ? removeProfile : removeActivity

  const places = (use: InUse) => {
    const of = ({ count, names }: { count: number; names: string[] }) => ({
      count,
      names: names.join(', ') + (count > names.length ? ' …' : ''),
    })
    return [
      use.profiles ? t.inProfiles({ count: use.profiles }) : '',
      use.activities ? t.inActivities({ count: use.activities }) : '',
      use.data_sources?.count ? t.inSources(of(use.data_sources)) : '',
      use.activity_types?.count ? t.inTypes(of(use.activity_types)) : '',
      use.formulas?.count ? f.inFormulas(of(use.formulas)) : '',
      use.segments?.count ? t.inSegments(of(use.segments)) : '',
      use.views?.count ? t.inViews(of(use.views)) : '',
      use.match_key ? t.isMatchKey : '',
      t.valuesGo,
    ]
      .filter(Boolean)
      .join(' ')
  }
  const attempt = async (field: FieldRow, query: { confirm?: 'true' }): Promise<void> => {
    try {
      const { jobId } = await remove.mutateAsync({ params: { id: field.id }, query })
      if (jobId !== null) watchJob(jobId)
      alerts.success(c.deleted)
    } catch (error) {
      if (!isApiError(error) || error.name === 'canceled') return
      if (error.name !== 'field_in_use') return alerts.error(error.message, { title: t.deleteFailed })
      const question = {
        title: t.inUseTitle({ name: field.displayName }),
        text: places(error.details as InUse),
        yes: t.deleteAnyway,
        mode: 'cancel',
      } as const
      if (await confirm(question)) await attempt(field, { confirm: 'true' })
    }
  }
  return async (field: FieldRow) => {
    const title = t.deleteTitle({ name: field.displayName })
    if (await confirm({ title, text: t.deleteText, yes: c.delete, mode: 'cancel' })) await attempt(field, {})
  }
}
