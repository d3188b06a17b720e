/** Whom the set-up makes; the store is the first, number 1. */
export const owner = {
  email: 'owner@example.com',
  password: 'ช้างสีม่วงปีนบันได',
  store: 'ร้านผ้าฝ้ายเชียงใหม่',
  firstName: 'วราภรณ์',
  lastName: 'ปู่ทอง',
}

/** What the owner's browser keeps after the set-up of this worker's server; its tests begin signed in. */
export const ownerState = `${import.meta.dirname}/results/owner-${process.env.TEST_PARALLEL_INDEX}.json`
