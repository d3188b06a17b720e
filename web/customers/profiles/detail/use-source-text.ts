import type { profileHistory } from '@ruam/contract/customers/history.ts'
import type { Got } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { detail } from './detail-text.ts'

type ValueSource = Got<typeof profileHistory.sources>['data'][number]['source']

/** Says in words who or what wrote a value. */
export function useSourceText() {
  const t = useWords(detail)
  return ({ type, name, rowNo }: ValueSource): string => {
    switch (type) {
      case 'run':
        return rowNo === null ? t.fromFile : t.fromRow({ row: rowNo })
      case 'user':
        return name ? t.fromUser({ name }) : t.fromSomebody
      case 'api_key':
        return name ? t.fromKey({ name }) : t.fromApi
      case 'line':
        return name ? t.fromLine({ name }) : t.fromLineAny
      case 'facebook':
        return name ? t.fromFacebook({ name }) : t.fromFacebookAny
      case 'system':
        return t.fromSystem
      case 'merge':
        return t.fromMerge
      case 'undo':
        return t.fromUndo
    }
  }
}
