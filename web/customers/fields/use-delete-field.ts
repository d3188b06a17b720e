import { activities } from '@ruam/contract/customers/activities.ts'
import { type FieldDeletion, profileFields } from '@ruam/contract/customers/profile-fields.ts'
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

/** Deletes a field once a person has seen what uses it and has confirmed. */
export function useDeleteField(owner: FieldOwner) {
  const t = useWords(text)
  const f = useWords(formulaText)
  const c = useWords(common)
  const confirm = useConfirm()
  const options = { blocking: true, quiet: true }
  const removeProfile = useWrite(profileFields.delete, options)
  const removeActivity = useWrite(activities.deleteField, options)
  const remove = owner === 'profile' ? removeProfile : removeActivity

  const placesOf = (use: InUse) => {
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
    ].filter(Boolean)
  }
  const attempt = (field: FieldRow, query: FieldDeletion) => remove.mutateAsync({ params: { id: field.id }, query })
  const failed = (error: unknown) => {
    if (isApiError(error) && error.name !== 'canceled') alerts.error(error.message, { title: t.deleteFailed })
  }
  return async (field: FieldRow) => {
    const places = await attempt(field, { ask: 'true' }).then(
      () => [],
      (error: unknown) => {
        if (isApiError(error) && error.name === 'field_in_use') return placesOf(error.details as InUse)
        failed(error)
      },
    )
    if (!places) return
    const used = places.length > 0
    const question = {
      title: t.deleteTitle({ name: field.displayName }),
      text: used ? [...places, t.valuesGo].join(' ') : t.deleteText,
      yes: used ? t.deleteAnyway : c.delete,
      mode: 'cancel',
    } as const
    if (!(await confirm(question))) return
    try {
      const { jobId } = await attempt(field, { confirm: 'true' })
      if (jobId !== null) watchJob(jobId)
      alerts.success(c.deleted)
    } catch (error) {
      failed(error)
    }
  }
}
