import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { importing } from './import-text.ts'

/** Asks, and deletes a data source; one that is at work is not deleted, and that is said. Answers whether it is gone. */
export function useDelete() {
  const t = useWords(importing)
  const c = useWords(common)
  const confirm = useConfirm()
  const remove = useWrite(dataSources.delete, { blocking: true, quiet: true })
  return async ({ id, name }: { id: number; name: string }): Promise<boolean> => {
    if (!(await confirm({ title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete, mode: 'cancel' })))
      return false
    const gone = async (query: { confirm?: 'true' }) => {
      await remove.mutateAsync({ params: { id }, query })
      alerts.success(c.deleted)
      return true
    }
    try {
      return await gone({}).catch(async (error) => {
        if (!isApiError(error) || error.name !== 'data_source_in_use') throw error
        const text = `${error.message} ${namesIn(error.details)}`
        const yes = await confirm({ title: t.deleteTitle({ name }), text, yes: t.deleteAnyway, mode: 'cancel' })
        return yes && gone({ confirm: 'true' })
      })
    } catch (error) {
      if (isApiError(error) && error.name !== 'canceled') alerts.error(error.message, { title: t.deleteFailed })
      return false
    }
  }
}

/** The segments and views whose rules name it. */
function namesIn(details: Record<string, unknown>): string {
  const { segments = [], views = [] } = details as Partial<Record<'segments' | 'views', { name: string }[]>>
  return [...segments, ...views].map(({ name }) => `“${name}”`).join(', ')
}
