import { counter } from '@ruam/contract/customers/counter.ts'
import { implement } from '../../http/implement.ts'
import { cardOf } from './card.ts'
import { birthdaysToday, servedBy } from './home.ts'

export const counterRoutes = implement(counter, {
  async home({ db, storeId, user, language }) {
    const birthdays = await birthdaysToday(db, storeId)
    return { birthdays, served: await servedBy(db, storeId, user.id, language) }
  },

  async card({ db, storeId, params: { id }, language, fail }) {
    const card = await cardOf(db, storeId, id, language)
    if (!card) throw fail('not_found')
    return card
  },
})
