import { matrix } from '../../access/roles/matrix.ts'
import { rightsText } from '../../access/roles/rights-text.ts'
import { useWords } from '../../data/text.ts'

const doings = ['see', 'make', 'change', 'delete'] as const

/** Permissions in the words of the role editor, such as “edit: customer profiles”. */
export function usePermissionWords(): (permission: string) => string {
  const t = useWords(rightsText)
  return (permission) => {
    for (const { features } of matrix)
      for (const feature of features) {
        const doing = doings.find((one) => feature[one] === permission)
        const word = doing ?? feature.special?.find((one) => one.permission === permission)?.word
        if (word) return `${t[feature.name]}: ${t[word]}`
      }
    return permission
  }
}
