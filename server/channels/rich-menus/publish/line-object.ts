import {
  type RichMenuAction,
  type RichMenuArea,
  type RichMenuContent,
  richMenuSizes,
} from '@ruam/contract/channels/rich-menu.ts'
import { tapData } from '@ruam/contract/channels/rich-menu-tap.ts'
import { aliasOf, type Naming, objectName } from '../names.ts'

interface Shown {
  id: number
  /** 0 is a trial. */
  version: number
  content: RichMenuContent
}

interface Made extends Naming {
  /** Returns the address that an area opens. */
  linkOf(letter: string, target: string): string
  /** Null while the page My data is off. */
  myDataUrl: string | null
}

/** Returns a menu as LINE takes it. */
export function lineObject({ id, version, content }: Shown, made: Made): object {
  const { size, opens, chat_bar_text, areas } = content
  return {
    size: richMenuSizes[size],
    selected: opens,
    name: objectName(made, id, version),
    chatBarText: chat_bar_text,
    areas: areas.flatMap((area) => {
      const { x, y, width, height } = area
      const action = actionOf(id, area, made)
      return action ? [{ bounds: { x, y, width, height }, action }] : []
    }),
  }
}

/** Returns null for an area that does nothing now. */
function actionOf(menuId: number, { action, label, letter }: RichMenuArea, made: Made): object | null {
  const labelled = label.trim() === '' ? {} : { label }
  const data = tapData({ menuId, letter })
  const known = action as RichMenuAction
  switch (known.type) {
    case 'link':
      return { type: 'uri', ...labelled, uri: made.linkOf(letter, known.url) }
    case 'phone':
      return { type: 'uri', ...labelled, uri: `tel:${known.number.replace(/[ -]/g, '')}` }
    case 'message':
      return { type: 'message', ...labelled, text: known.text }
    case 'answer':
    case 'coupon':
      return { type: 'postback', ...labelled, data, displayText: label }
    case 'my_data':
      return made.myDataUrl === null ? null : { type: 'uri', ...labelled, uri: made.myDataUrl }
    case 'menu':
      return { type: 'richmenuswitch', ...labelled, richMenuAliasId: aliasOf(made, known.rich_menu_id!), data }
  }
}
