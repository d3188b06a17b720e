import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { useWrite } from '../data/api.ts'
import { isApiError } from '../data/request.ts'
import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { connectorText } from './connector-text.ts'

/** Returns what deletes a connector, after a further question if segments or views use it. */
export function useDeleteConnector() {
  const n = useWords(connectorText)
  const confirm = useConfirm()
  const remove = useWrite(connectors.delete, { quiet: true })
  return async (id: number, onSuccess: () => void) => {
    const send = (query: { confirm?: 'true' }) => remove.mutateAsync({ params: { id }, query })
    try {
      await send({})
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.name !== 'data_source_in_use') return alerts.error(error.message)
      if (!(await confirm({ title: error.message, yes: n.deleteInUse, mode: 'cancel' }))) return
      try {
        await send({ confirm: 'true' })
      } catch (again) {
        if (!isApiError(again)) throw again
        return alerts.error(again.message)
      }
    }
    onSuccess()
  }
}
