import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { text } from './profile-api-text.ts'

/** Removes the SQL account of the store after a question. */
export function useRemoveSqlLogin(onRemoved: () => void = () => {}) {
  const t = useWords(text)
  const confirm = useConfirm()
  const write = useWrite(profileApi.removeLogin)
  const remove = async () => {
    if (!(await confirm({ title: t.removeTitle, text: t.removeText, yes: t.remove, mode: 'cancel' }))) return
    const onSuccess = () => {
      alerts.success(t.removed)
      onRemoved()
    }
    write.mutate({}, { onSuccess })
  }
  return { remove, isPending: write.isPending, error: write.error }
}
