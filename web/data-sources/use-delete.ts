import { dataSources } from '@ruam/contract/data-sources.ts'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { useConfirm } from '../core/confirm.tsx'
import { isApiError } from '../core/request.ts'
import { useWords } from '../core/text.ts'
import { common } from '../core/words.ts'
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
    try {
      await remove.mutateAsync({ params: { id } })
      alerts.success(c.deleted)
      return true
    } catch (error) {
      if (isApiError(error) && error.name !== 'canceled') alerts.error(error.message, { title: t.deleteFailed })
      return false
    }
  }
}
