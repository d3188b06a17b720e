import { rightWords } from '@ruam/contract/access/right-words.ts'
import { words } from '../../data/text.ts'

/** Names of things and actions in an owner's words. */
export const rightsText = words(rightWords)
