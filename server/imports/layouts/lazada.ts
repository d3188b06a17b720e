import type { Layout } from './layout.ts'

/** Orders of Lazada, one row per piece. `customerName` is the account of the buyer. */
export const lazada: Layout = {
  name: { th: 'คำสั่งซื้อจาก Lazada', en: 'Lazada orders' },
  source: {
    kind: 'public code',
    url: 'https://github.com/llFridayll/Nimbo/blob/82f4a7ae75867fe7ba937eb875a274bab3f3b8c3/src/lib/platforms/lazadaImport.ts',
  },
  columns: [
    ['order_number', 'orderNumber'],
    ['order_date', 'createTime'],
    ['new_key', 'customerName'],
    ['detected', 'shippingName'],
    ['phone', 'billingPhone'],
    ['line_amount', 'paidPrice'],
    ['items', 'itemName'],
    ['address', 'shippingAddress4'],
    ['address', 'shippingAddress3'],
  ],
  notNeeded: `
    sellerSku | unitPrice | shippingFee | variation | shippingProvider | trackingCode | status |
    buyerFailedDeliveryReason | buyerFailedDeliveryDetail | buyerFailedDeliveryReturnInitiator
  `,
}
