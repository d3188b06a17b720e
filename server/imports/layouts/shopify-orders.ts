import type { Layout } from './layout.ts'

/** Orders of Shopify, one row per item. Only the first row of an order has its total and its buyer. */
export const shopifyOrders: Layout = {
  name: { th: 'คำสั่งซื้อจาก Shopify', en: 'Shopify orders' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/zhangerson/shopify_parsing/blob/c5253620494000931c7fc876a06833d8b051cef7/orders_export%20(1).csv',
  },
  columns: [
    ['order_number', 'Name'],
    ['order_date', 'Created at'],
    ['order_total', 'Total'],
    ['items', 'Lineitem name'],
    ['quantity', 'Lineitem quantity'],
    ['channel', 'Source'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['phone', 'Billing Phone'],
    ['detected', 'Billing Name'],
    ['company', 'Billing Company'],
    ['address', 'Billing Address1'],
    ['address', 'Billing Address2'],
    ['address', 'Billing City'],
    ['address', 'Billing Province'],
    ['address', 'Billing Zip'],
    ['address', 'Billing Country'],
    ['detected', 'Accepts Marketing'],
  ],
  notNeeded: `
    Financial Status | Paid at | Fulfillment Status | Fulfilled at | Currency | Subtotal | Shipping | Taxes |
    Discount Code | Discount Amount | Shipping Method | Lineitem price | Lineitem compare at price |
    Lineitem sku | Lineitem requires shipping | Lineitem taxable | Lineitem fulfillment status | Billing Street |
    Shipping Name | Shipping Street | Shipping Address1 | Shipping Address2 | Shipping Company | Shipping City |
    Shipping Zip | Shipping Province | Shipping Country | Shipping Phone | Cancelled at | Payment Method |
    Payment Reference | Refunded Amount | Vendor | Outstanding Balance | Employee | Location | Device ID | Id |
    Risk Level | Lineitem discount | Receipt Number | Duties | Billing Province Name | Shipping Province Name |
    Payment ID
  `,
}
