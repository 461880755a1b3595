<?php

// Made by `npm run generate` from the OpenAPI document: change nothing here.

declare(strict_types=1);

namespace Pedido;

final class OrdersResource extends Resource
{
    /**
     * Search and list orders. Whole orders, newest first unless `sort` says otherwise. An order has to pass all filters; one value of a filter is enough: `status=3,4`, or the parameter twice. Ranges include their ends. Sorted by `delivery_date`, orders without one come last.

Needs the scope `orders:read`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, limit, cursor, fields, page, pagination, sort, expand, custom.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders', $options, ['consistency'], $query);
    }

    /**
     * Create an order. Only the customer is required: `id_customer`, or your own code in `fk_id_customer`. `date` is now and the status the initial one unless given; an order may come in any status. Figures that are left out are derived, those sent are verified.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read an order. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency, at, expand.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id), $options, ['ifMatch', 'consistency', 'at', 'expand']);
    }

    /**
     * Update an order. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Delete an order; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read an order by its `fk_id`. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency, at, expand.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency', 'at', 'expand']);
    }

    /**
     * Create or replace an order by its external identifier. Properties that are not sent become unset; `date` and the status stay. Items keep their `id` if their `fk_id`, or else their product, is the same.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew, correction.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/orders/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew', 'correction'], body: $body);
    }

    /**
     * Update an order by its `fk_id`. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Delete an order by its `fk_id`; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Change an order and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function change(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/changes', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Change an order by its `fk_id` and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function changeByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/changes', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Write many orders at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `items` replace all items of the order; with `mode=patch` they stay where they are left out. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `orders:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/orders', $records, $options, [], $query);
    }

    /**
     * Sum up orders. Exact figures of `total_value`, of one moment, for all orders that the filters of `GET /orders` find (with `q` the newest 500) and for groups of them. An order without the property that it is grouped by is in a group with null. Grouped by product, each order counts once for each of its products, with what the lines of that product add to its total.

Needs the scope `orders:read`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, group_by, sort, limit, custom.
     *
     * Options: consistency.
     */
    public function summarize(array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/summary', $options, ['consistency'], $query);
    }

    /**
     * Add an item to an order. Answers with the whole order. `price` is the product’s unless given.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function createItem(int|string $id_order, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id_order) . '/items', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Add, change and remove items of an order at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function changeItems(int|string $id_order, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/' . Text::segment($id_order) . '/items', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Add an item to an order by its `fk_id`. Answers with the whole order. `price` is the product’s unless given.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function createItemByFkId(int|string $order_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($order_fk_id) . '/items', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Add, change and remove items of an order by its `fk_id` at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function changeItemsByFkId(int|string $order_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/fk_id/' . Text::segment($order_fk_id) . '/items', $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Read an item. As it stands in its order, whose `ETag` it has.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readItem(int|string $id_order, int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id_order) . '/items/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Update an item. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function updateItem(int|string $id_order, int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/' . Text::segment($id_order) . '/items/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Delete an item. The order’s total follows.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function deleteItem(int|string $id_order, int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/' . Text::segment($id_order) . '/items/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch', 'correction']);
    }

    /**
     * Read an item by its `fk_id`. As it stands in its order, whose `ETag` it has.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readItemByFkId(int|string $order_fk_id, int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($order_fk_id) . '/items/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Update an item by its `fk_id`. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function updateItemByFkId(int|string $order_fk_id, int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/orders/fk_id/' . Text::segment($order_fk_id) . '/items/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'correction'], body: $body);
    }

    /**
     * Delete an item by its `fk_id`. The order’s total follows.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function deleteItemByFkId(int|string $order_fk_id, int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/fk_id/' . Text::segment($order_fk_id) . '/items/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'correction']);
    }

    /**
     * List what a customer paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders.

Needs the scope `orders:read`.
     *
     * Query: id_item, except_order.
     *
     * Options: consistency.
     */
    public function listLastPrices(int|string $id, array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/' . Text::segment($id) . '/last-prices', $options, ['consistency'], $query);
    }

    /**
     * List what a customer by its fk_id paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders.

Needs the scope `orders:read`.
     *
     * Query: id_item, except_order.
     *
     * Options: consistency.
     */
    public function listLastPricesByFkId(int|string $fk_id, array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/fk_id/' . Text::segment($fk_id) . '/last-prices', $options, ['consistency'], $query);
    }

    /**
     * Preview a new order. The whole order as `POST /orders` would make it from the same body, with all figures and defaults, or the problem that it would answer with; nothing is written. A record that has no `id` yet has null.

Needs the scope `orders:write`.
     *
     * Query: check.
     */
    public function preview(array|\JsonSerializable $body, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/preview', $options, [], $query, body: $body);
    }

    /**
     * Preview a change of an order. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`.

Needs the scope `orders:write`.
     *
     * Query: check.
     *
     * Options: ifMatch, correction.
     */
    public function previewChange(int|string $id, array|\JsonSerializable $body, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/preview', $options, ['ifMatch', 'correction'], $query, body: $body);
    }

    /**
     * Preview a change of an order by its `fk_id`. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`.

Needs the scope `orders:write`.
     *
     * Query: check.
     *
     * Options: ifMatch, correction.
     */
    public function previewChangeByFkId(int|string $fk_id, array|\JsonSerializable $body, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/preview', $options, ['ifMatch', 'correction'], $query, body: $body);
    }

    /**
     * Every change of an order, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listHistory(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/' . Text::segment($id) . '/history', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * Every change of an order by its `fk_id`, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listHistoryByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/fk_id/' . Text::segment($fk_id) . '/history', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * The versions of an order, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listVersions(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/' . Text::segment($id) . '/versions', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * The versions of an order by its `fk_id`, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listVersionsByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/fk_id/' . Text::segment($fk_id) . '/versions', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * Read a version of an order. The whole order as it was, with the names of then. What old versions did not have yet is unset.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readVersion(int|string $id, int|string $version, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id) . '/versions/' . Text::segment($version), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Compare two versions of an order. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out.

Needs the scope `orders:read`.
     *
     * Query: with.
     *
     * Options: ifMatch, consistency.
     */
    public function readVersionDiff(int|string $id, int|string $version, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id) . '/versions/' . Text::segment($version) . '/diff', $options, ['ifMatch', 'consistency'], $query);
    }

    /**
     * Read a version of an order by its `fk_id`. The whole order as it was, with the names of then. What old versions did not have yet is unset.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readVersionByFkId(int|string $fk_id, int|string $version, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/versions/' . Text::segment($version), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Compare two versions of an order by its `fk_id`. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out.

Needs the scope `orders:read`.
     *
     * Query: with.
     *
     * Options: ifMatch, consistency.
     */
    public function readVersionDiffByFkId(int|string $fk_id, int|string $version, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/versions/' . Text::segment($version) . '/diff', $options, ['ifMatch', 'consistency'], $query);
    }

    /**
     * Restore a version of an order. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change.

Needs the scope `orders:write`.
     *
     * Query: dry_run.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function restoreVersion(int|string $id, int|string $version, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/versions/' . Text::segment($version) . '/restore', $options, ['idempotencyKey', 'ifMatch', 'correction'], $query);
    }

    /**
     * Restore a version of an order by its `fk_id`. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change.

Needs the scope `orders:write`.
     *
     * Query: dry_run.
     *
     * Options: idempotencyKey, ifMatch, correction.
     */
    public function restoreVersionByFkId(int|string $fk_id, int|string $version, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/versions/' . Text::segment($version) . '/restore', $options, ['idempotencyKey', 'ifMatch', 'correction'], $query);
    }

    /**
     * List the comments of an order. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listComments(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/' . Text::segment($id) . '/comments', $options, ['consistency'], $query);
    }

    /**
     * Comment on an order. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function createComment(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/comments', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * List the comments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listCommentsByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/fk_id/' . Text::segment($fk_id) . '/comments', $options, ['consistency'], $query);
    }

    /**
     * Comment on an order by its `fk_id`. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function createCommentByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/comments', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a comment of an order. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readComment(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/comments/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * List the attachments of an order. The oldest first, unless `sort` says otherwise. A deleted order has none.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listAttachments(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/' . Text::segment($id) . '/attachments', $options, ['consistency'], $query);
    }

    /**
     * Attach a file to an order. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`.

Needs the scope `orders:write`.
     *
     * Query: name.
     *
     * Options: idempotencyKey.
     */
    public function createAttachment(int|string $id, string $file, array $query = [], mixed ...$options): mixed
    {
        return $this->upload('POST', '/orders/' . Text::segment($id) . '/attachments', $file, $options, ['idempotencyKey'], $query);
    }

    /**
     * List the attachments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order has none.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listAttachmentsByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/fk_id/' . Text::segment($fk_id) . '/attachments', $options, ['consistency'], $query);
    }

    /**
     * Attach a file to an order by its `fk_id`. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`.

Needs the scope `orders:write`.
     *
     * Query: name.
     *
     * Options: idempotencyKey.
     */
    public function createAttachmentByFkId(int|string $fk_id, string $file, array $query = [], mixed ...$options): mixed
    {
        return $this->upload('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/attachments', $file, $options, ['idempotencyKey'], $query);
    }

    /**
     * Download an attachment of an order. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAttachmentContent(int|string $id, int|string $id_attachment, mixed ...$options): string
    {
        return $this->file('GET', '/orders/' . Text::segment($id) . '/attachments/' . Text::segment($id_attachment), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Take an attachment from an order. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function deleteAttachment(int|string $id, int|string $id_attachment, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/' . Text::segment($id) . '/attachments/' . Text::segment($id_attachment), $options, ['idempotencyKey']);
    }

    /**
     * Download an attachment of an order by its `fk_id`. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAttachmentContentByFkId(int|string $fk_id, int|string $id_attachment, mixed ...$options): string
    {
        return $this->file('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/attachments/' . Text::segment($id_attachment), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Take an attachment from an order by its `fk_id`. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function deleteAttachmentByFkId(int|string $fk_id, int|string $id_attachment, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/fk_id/' . Text::segment($fk_id) . '/attachments/' . Text::segment($id_attachment), $options, ['idempotencyKey']);
    }

    /**
     * Read what an attachment of an order is. Its name, media type and size; the file itself is below its order. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAttachment(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/attachments/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Read an order as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readDocument(int|string $id, mixed ...$options): string
    {
        return $this->file('GET', '/orders/' . Text::segment($id) . '/document', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Read an order by its `fk_id` as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readDocumentByFkId(int|string $fk_id, mixed ...$options): string
    {
        return $this->file('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/document', $options, ['ifMatch', 'consistency']);
    }

    /**
     * List what is picked for orders. A line for each product, with its whole quantity and which order has how much. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`.

Needs the scope `orders:read`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, sort, custom.
     *
     * Options: consistency.
     */
    public function readPickingList(array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/picking-list', $options, ['consistency'], $query);
    }

    /**
     * List what carriers load of orders. By carrier, state and city, with addresses, parcels, weights and values. Telephones need the scope `customers:read`, too. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`.

Needs the scope `orders:read`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, custom.
     *
     * Options: consistency.
     */
    public function readLoadingList(array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/loading-list', $options, ['consistency'], $query);
    }

    /**
     * Make labels of orders, as PDF. A label for each parcel: who gets it and where, order, carrier, which parcel of how many, who sends it. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out. At most 2000 labels.

Needs the scope `orders:read`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, volumes, size, custom.
     *
     * Options: consistency.
     */
    public function readLabels(array $query = [], mixed ...$options): string
    {
        return $this->file('GET', '/orders/labels', $options, ['consistency'], $query);
    }

    /**
     * List the links to an order. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listLinks(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/' . Text::segment($id) . '/links', $options, ['consistency'], $query);
    }

    /**
     * Make a link to an order, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function createLink(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/links', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * List the links to an order by its `fk_id`. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function listLinksByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/fk_id/' . Text::segment($fk_id) . '/links', $options, ['consistency'], $query);
    }

    /**
     * Make a link to an order by its `fk_id`, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function createLinkByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/links', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a link to an order. With `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readLink(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/links/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * End a link to an order. At once. It stays in the list, with `revoked_at`.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey.
     */
    public function deleteLink(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/orders/links/' . Text::segment($id), $options, ['idempotencyKey']);
    }

    /**
     * Work the taxes of an order out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused.

Needs the scope `orders:write`.
     *
     * Query: dry_run.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function recalculate(int|string $id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/' . Text::segment($id) . '/recalculate', $options, ['idempotencyKey', 'ifMatch'], $query);
    }

    /**
     * Work the taxes of an order by its `fk_id` out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused.

Needs the scope `orders:write`.
     *
     * Query: dry_run.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function recalculateByFkId(int|string $fk_id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/fk_id/' . Text::segment($fk_id) . '/recalculate', $options, ['idempotencyKey', 'ifMatch'], $query);
    }

    /**
     * Check an order before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them.

Needs the scope `orders:read`.
     *
     * Query: tax_date.
     *
     * Options: consistency.
     */
    public function checkInvoice(int|string $id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id) . '/invoice-check', $options, ['consistency'], $query);
    }

    /**
     * Check an order by its `fk_id` before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them.

Needs the scope `orders:read`.
     *
     * Query: tax_date.
     *
     * Options: consistency.
     */
    public function checkInvoiceByFkId(int|string $fk_id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/invoice-check', $options, ['consistency'], $query);
    }

    /**
     * Check orders before their invoices. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them. Nothing is written.

Needs the scope `orders:read`.
     */
    public function checkInvoices(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/invoice-check', $options, [], body: $body);
    }

    /**
     * Draft the NF-e of an order. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse.

Needs the scope `orders:read`.
     *
     * Query: tax_date.
     *
     * Options: consistency.
     */
    public function draftNfe(int|string $id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id) . '/nfe-draft', $options, ['consistency'], $query);
    }

    /**
     * Draft the NF-e of an order by its `fk_id`. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse.

Needs the scope `orders:read`.
     *
     * Query: tax_date.
     *
     * Options: consistency.
     */
    public function draftNfeByFkId(int|string $fk_id, array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/nfe-draft', $options, ['consistency'], $query);
    }
}

final class TaxesResource extends Resource
{
    /**
     * Why an order has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example.

Needs the scope `orders:read`.
     *
     * Options: consistency.
     */
    public function explain(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/' . Text::segment($id) . '/taxes', $options, ['consistency']);
    }

    /**
     * Why an order by its `fk_id` has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example.

Needs the scope `orders:read`.
     *
     * Options: consistency.
     */
    public function explainByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/fk_id/' . Text::segment($fk_id) . '/taxes', $options, ['consistency']);
    }

    /**
     * Ask what the rules make of a sale. Which rule counts for each line and why, its taxes with each step, and what could not be worked out. No order is needed, and nothing is written. [Taxes](/docs/taxes) shows an example.

Needs the scope `taxes:read`.
     */
    public function preview(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/tax-rules/preview', $options, [], body: $body);
    }

    /**
     * Read the catalogue of taxes. Each tax that a line may have, what it does to the total from which day on, and its national rates, each with its source. It is the same for all accounts; [taxes](/docs/taxes) explains it.

Needs the scope `reference:read`.
     *
     * Query: date, regime, crt.
     *
     * Options: ifMatch, consistency.
     */
    public function read(array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/taxes', $options, ['ifMatch', 'consistency'], $query);
    }
}

final class RecalculationsResource extends Resource
{
    /**
     * Work the taxes of many orders out again. In the background, of all orders that the filters find when their turn comes, each as `POST /orders/{id}/recalculate` does it. The parameters are the filters of `GET /orders`: at least one, or `all=true`. Locked orders stay as they are, and one that is refused keeps no other back. Of an account one is done at a time; at most 10 wait or run. It ends with the token that asked for it, or where that may do less than before. [Taxes](/docs/taxes) tells more.

Needs the scope `orders:write`.
     *
     * Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, all, dry_run, custom.
     *
     * Options: idempotencyKey.
     */
    public function create(array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/recalculate', $options, ['idempotencyKey'], $query);
    }

    /**
     * End a recalculation of many orders. What was written stays; nothing more is written.

Needs the scope `orders:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function cancel(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/orders/recalculations/' . Text::segment($id) . '/cancel', $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * List the recalculations of many orders. The newest first: those that tell of no other orders than the token sees. One is kept for 90 days after its end.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort, state, dry_run.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/orders/recalculations', $options, ['consistency'], $query);
    }

    /**
     * Read a recalculation of many orders. How far it is, and what became of the orders.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/orders/recalculations/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }
}

final class CustomersResource extends Resource
{
    /**
     * Hand customers over from one seller to another. All customers of `from`, or those of them that `customers` and the filters in the query choose (the same filters as the list has); without `from` the customers of any seller. `to` takes the place of `from` among a customer’s sellers, and the others stay. Each is changed as by a PATCH, 1,000 in one request at most: send it again, with another `Idempotency-Key` if any, until `remaining` is 0. Not for tokens that are restricted to some sellers.

Needs the scope `customers:write`.
     *
     * Query: id, fk_id, name, update_date_from, update_date_to, q, id_user, fk_id_user, has_users, city, state, last_order_at_from, last_order_at_to, orders_12m_from, orders_12m_to, value_12m_from, value_12m_to, stopped_buying, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_shipping_company, fk_id_shipping_company, id_freight_type, fk_id_freight_type, tags, active, ie_kind, ie, document, custom.
     *
     * Options: idempotencyKey.
     */
    public function transfer(array|\JsonSerializable $body, array $query = [], mixed ...$options): mixed
    {
        return $this->send('POST', '/customers/transfer', $options, ['idempotencyKey'], $query, body: $body);
    }

    /**
     * Read what can be looked up elsewhere. Nothing, unless whoever runs the service has set `COMPANY_LOOKUP_URL` or `POSTAL_CODE_LOOKUP_URL` ([lookups](/docs/lookups)).

Needs the scope `customers:read`.
     *
     * Options: consistency.
     */
    public function readLookups(mixed ...$options): mixed
    {
        return $this->send('GET', '/lookups', $options, ['consistency']);
    }

    /**
     * Look a company up by its CNPJ. Asks the address of `COMPANY_LOOKUP_URL`; nothing is kept. 404 where that knows no such company, or none is set. [Lookups](/docs/lookups) says what it has to answer.

Needs the scope `customers:read`.
     *
     * Query: document.
     *
     * Options: consistency.
     */
    public function lookUpCompany(array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/lookups/company', $options, ['consistency'], $query);
    }

    /**
     * Look an address up by its CEP. Asks the address of `POSTAL_CODE_LOOKUP_URL`; nothing is kept. 404 where that knows no such CEP, or none is set. [Lookups](/docs/lookups) says what it has to answer.

Needs the scope `customers:read`.
     *
     * Query: postal_code.
     *
     * Options: consistency.
     */
    public function lookUpPostalCode(array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/lookups/postal-code', $options, ['consistency'], $query);
    }

    /**
     * Remove a person’s data for good. Name, CPF or CNPJ, e-mail address, telephone, addresses and custom fields go from the customer at once, and from orders, events, kept answers and all else within moments; amounts and what was ordered stay. Orders that are fiscal documents keep the data for the years that the law demands, and the answer names these orders. It can’t be undone. Another request begins it anew: [privacy](/docs/privacy). Tokens that are restricted to some orders can’t do it.

Needs the scope `privacy:manage`.
     *
     * Options: idempotencyKey.
     */
    public function anonymise(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/customers/' . Text::segment($id) . '/anonymise', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read how far the removal of a person’s data is. And which orders stay as they are, until when. Not for tokens that are restricted to some orders.

Needs the scope `privacy:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAnonymisation(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/' . Text::segment($id) . '/anonymisation', $options, ['ifMatch', 'consistency']);
    }

    /**
     * List customers. Each customer whole; by `page` and `limit`, or in cursor mode.

Needs the scope `customers:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, q, id_user, fk_id_user, has_users, city, state, last_order_at_from, last_order_at_to, orders_12m_from, orders_12m_to, value_12m_from, value_12m_to, stopped_buying, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_shipping_company, fk_id_shipping_company, id_freight_type, fk_id_freight_type, tags, active, ie_kind, ie, document, custom.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/customers', $options, ['consistency'], $query);
    }

    /**
     * Create a customer. Only `name` is required; what is left out is unset.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/customers', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a customer. With `If-None-Match` it is sent only if it has changed.

Needs the scope `customers:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a customer. Fields that are left out stay; null clears.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/customers/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a customer that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/customers/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a customer by its fk_id. As by its `id`.

Needs the scope `customers:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the customer with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/customers/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/customers/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a customer that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/customers/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Find customers while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `document` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those.

Needs the scope `customers:read`.
     *
     * Query: q, limit, active.
     *
     * Options: consistency.
     */
    public function suggest(array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/suggestions', $options, ['consistency'], $query);
    }

    /**
     * Write many customers at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `addresses` are written by their own `fk_id`; others of the customer stay. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `customers:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/customers', $records, $options, [], $query);
    }

    /**
     * List the addresses of a customer. By `page` or `offset` and `limit`, or in cursor mode.

Needs the scope `customers:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, offset.
     *
     * Options: consistency.
     */
    public function listAddresses(int|string $id_customer, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/customers/' . Text::segment($id_customer) . '/addresses', $options, ['consistency'], $query);
    }

    /**
     * Add an address to a customer. No field is required.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey.
     */
    public function createAddress(int|string $id_customer, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/customers/' . Text::segment($id_customer) . '/addresses', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * List the addresses of the customer with this fk_id. By `page` or `offset` and `limit`, or in cursor mode.

Needs the scope `customers:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, offset.
     *
     * Options: consistency.
     */
    public function listAddressesByFkId(int|string $customer_fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses', $options, ['consistency'], $query);
    }

    /**
     * Add an address to the customer with this fk_id. No field is required.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey.
     */
    public function createAddressByFkId(int|string $customer_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read an address of a customer by its fk_id. Another customer’s address is not found.

Needs the scope `customers:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAddress(int|string $id_customer, int|string $address_fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/' . Text::segment($id_customer) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace an address of a customer by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putAddress(int|string $id_customer, int|string $address_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/customers/' . Text::segment($id_customer) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of an address of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateAddress(int|string $id_customer, int|string $address_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/customers/' . Text::segment($id_customer) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an address of a customer by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteAddress(int|string $id_customer, int|string $address_fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/customers/' . Text::segment($id_customer) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read an address of the customer with this fk_id by its fk_id. Another customer’s address is not found.

Needs the scope `customers:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readAddressByFkId(int|string $customer_fk_id, int|string $address_fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace an address of the customer with this fk_id by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putAddressByFkId(int|string $customer_fk_id, int|string $address_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of an address of the customer with this fk_id by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateAddressByFkId(int|string $customer_fk_id, int|string $address_fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an address of the customer with this fk_id by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteAddressByFkId(int|string $customer_fk_id, int|string $address_fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/customers/fk_id/' . Text::segment($customer_fk_id) . '/addresses/fk_id/' . Text::segment($address_fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class AddressesResource extends Resource
{
    /**
     * Read an address. With `If-None-Match` it is sent only if it has changed.

Needs the scope `customers:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/customers/address/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of an address. Fields that are left out stay; null clears.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/customers/address/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an address that no order uses. While an order uses it, the answer is 409.

Needs the scope `customers:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/customers/address/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class ProductsResource extends Resource
{
    /**
     * Read the image of a product. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `products:read`.
     *
     * Query: width.
     *
     * Options: ifMatch, consistency.
     */
    public function readImage(int|string $id, array $query = [], mixed ...$options): string
    {
        return $this->file('GET', '/products/' . Text::segment($id) . '/image', $options, ['ifMatch', 'consistency'], $query);
    }

    /**
     * Upload the image of a product. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey.
     */
    public function uploadImage(int|string $id, string $file, mixed ...$options): mixed
    {
        return $this->upload('POST', '/products/' . Text::segment($id) . '/image', $file, $options, ['idempotencyKey']);
    }

    /**
     * Take the image of a product away. The product stays, with `image` null.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey.
     */
    public function deleteImage(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/products/' . Text::segment($id) . '/image', $options, ['idempotencyKey']);
    }

    /**
     * Read the image of a product by its fk_id. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `products:read`.
     *
     * Query: width.
     *
     * Options: ifMatch, consistency.
     */
    public function readImageByFkId(int|string $fk_id, array $query = [], mixed ...$options): string
    {
        return $this->file('GET', '/products/fk_id/' . Text::segment($fk_id) . '/image', $options, ['ifMatch', 'consistency'], $query);
    }

    /**
     * Upload the image of a product by its fk_id. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey.
     */
    public function uploadImageByFkId(int|string $fk_id, string $file, mixed ...$options): mixed
    {
        return $this->upload('POST', '/products/fk_id/' . Text::segment($fk_id) . '/image', $file, $options, ['idempotencyKey']);
    }

    /**
     * Take the image of a product away by its fk_id. The product stays, with `image` null.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey.
     */
    public function deleteImageByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/products/fk_id/' . Text::segment($fk_id) . '/image', $options, ['idempotencyKey']);
    }

    /**
     * List products. Each product whole; by `page` and `limit`, or in cursor mode.

Needs the scope `products:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, q, active, ncm, cest, gtin, custom.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/products', $options, ['consistency'], $query);
    }

    /**
     * Create a product. Only `name` is required; what is left out is unset.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/products', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a product. With `If-None-Match` it is sent only if it has changed.

Needs the scope `products:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/products/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a product. Fields that are left out stay; null clears.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/products/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a product that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/products/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a product by its fk_id. As by its `id`.

Needs the scope `products:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/products/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the product with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/products/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a product by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/products/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a product that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `products:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/products/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Find products while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `gtin` or `unit_gtin` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those.

Needs the scope `products:read`.
     *
     * Query: q, limit, active.
     *
     * Options: consistency.
     */
    public function suggest(array $query, mixed ...$options): mixed
    {
        return $this->send('GET', '/products/suggestions', $options, ['consistency'], $query);
    }

    /**
     * Write many products at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `products:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/products', $records, $options, [], $query);
    }
}

final class UsersResource extends Resource
{
    /**
     * List users. Each user whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/users', $options, ['consistency'], $query);
    }

    /**
     * Create a user. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/users', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a user. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/users/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a user. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/users/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a user that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/users/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a user by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/users/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the user with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/users/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a user by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/users/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a user that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/users/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many users at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/users', $records, $options, [], $query);
    }
}

final class OrderStatusesResource extends Resource
{
    /**
     * List order statuses. Each order status whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/order-statuses', $options, ['consistency'], $query);
    }

    /**
     * Create an order status. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/order-statuses', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read an order status. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/order-statuses/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of an order status. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/order-statuses/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an order status that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/order-statuses/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read an order status by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/order-statuses/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the order status with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/order-statuses/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of an order status by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/order-statuses/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an order status that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/order-statuses/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many order statuses at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/order-statuses', $records, $options, [], $query);
    }
}

final class ReasonsResource extends Resource
{
    /**
     * List reasons. Each reason whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/reasons', $options, ['consistency'], $query);
    }

    /**
     * Create a reason. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/reasons', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a reason. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/reasons/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a reason. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/reasons/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a reason that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/reasons/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a reason by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/reasons/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the reason with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/reasons/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a reason by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/reasons/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a reason that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/reasons/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many reasons at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/reasons', $records, $options, [], $query);
    }
}

final class FreightTypesResource extends Resource
{
    /**
     * List freight types. Each freight type whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/freight-types', $options, ['consistency'], $query);
    }

    /**
     * Create a freight type. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/freight-types', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a freight type. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/freight-types/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a freight type. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/freight-types/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a freight type that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/freight-types/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a freight type by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/freight-types/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the freight type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/freight-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a freight type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/freight-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a freight type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/freight-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many freight types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/freight-types', $records, $options, [], $query);
    }
}

final class PaymentTypesResource extends Resource
{
    /**
     * List payment types. Each payment type whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/payment-types', $options, ['consistency'], $query);
    }

    /**
     * Create a payment type. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/payment-types', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a payment type. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/payment-types/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a payment type. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/payment-types/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a payment type that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/payment-types/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a payment type by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/payment-types/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the payment type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/payment-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a payment type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/payment-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a payment type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/payment-types/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many payment types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/payment-types', $records, $options, [], $query);
    }
}

final class PaymentMethodsResource extends Resource
{
    /**
     * List payment methods. Each payment method whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/payment-methods', $options, ['consistency'], $query);
    }

    /**
     * Create a payment method. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/payment-methods', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a payment method. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/payment-methods/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a payment method. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/payment-methods/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a payment method that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/payment-methods/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a payment method by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/payment-methods/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the payment method with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/payment-methods/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a payment method by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/payment-methods/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a payment method that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/payment-methods/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many payment methods at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/payment-methods', $records, $options, [], $query);
    }
}

final class CategoriesResource extends Resource
{
    /**
     * List categories. Each category whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/categories', $options, ['consistency'], $query);
    }

    /**
     * Create a category. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/categories', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a category. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/categories/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a category. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/categories/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a category that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/categories/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a category by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/categories/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the category with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/categories/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a category by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/categories/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a category that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/categories/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many categories at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/categories', $records, $options, [], $query);
    }
}

final class OperationsResource extends Resource
{
    /**
     * List operations. Each operation whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/operations', $options, ['consistency'], $query);
    }

    /**
     * Create an operation. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/operations', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read an operation. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/operations/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of an operation. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/operations/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an operation that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/operations/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read an operation by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/operations/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the operation with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/operations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of an operation by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/operations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an operation that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/operations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many operations at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/operations', $records, $options, [], $query);
    }
}

final class ShippingCompaniesResource extends Resource
{
    /**
     * List shipping companies. Each shipping company whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, document.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/shipping-companies', $options, ['consistency'], $query);
    }

    /**
     * Create a shipping company. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/shipping-companies', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a shipping company. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/shipping-companies/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a shipping company. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/shipping-companies/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a shipping company that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/shipping-companies/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a shipping company by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/shipping-companies/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the shipping company with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/shipping-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a shipping company by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/shipping-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a shipping company that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/shipping-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many shipping companies at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/shipping-companies', $records, $options, [], $query);
    }
}

final class BranchCompaniesResource extends Resource
{
    /**
     * List branch companies. Each branch company whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, document.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/branch-companies', $options, ['consistency'], $query);
    }

    /**
     * Create a branch company. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/branch-companies', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a branch company. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/branch-companies/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a branch company. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/branch-companies/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a branch company that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/branch-companies/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a branch company by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/branch-companies/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the branch company with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/branch-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a branch company by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/branch-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a branch company that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/branch-companies/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many branch companies at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/branch-companies', $records, $options, [], $query);
    }
}

final class NumberSeriesResource extends Resource
{
    /**
     * List number series. Each number series whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, id_branch_company, fk_id_branch_company.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/number-series', $options, ['consistency'], $query);
    }

    /**
     * Create a number series. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/number-series', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a number series. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/number-series/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a number series. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/number-series/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a number series that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/number-series/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a number series by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/number-series/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the number series with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/number-series/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a number series by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/number-series/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a number series that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/number-series/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * List the numbers that a number series has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listGaps(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/number-series/' . Text::segment($id) . '/gaps', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * List the numbers that a number series by its fk_id has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor.
     *
     * Options: consistency.
     */
    public function listGapsByFkId(int|string $fk_id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/number-series/fk_id/' . Text::segment($fk_id) . '/gaps', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * Write many number series at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/number-series', $records, $options, [], $query);
    }
}

final class OpportunitiesResource extends Resource
{
    /**
     * List opportunities. Each opportunity whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/opportunities', $options, ['consistency'], $query);
    }

    /**
     * Create an opportunity. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/opportunities', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read an opportunity. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/opportunities/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of an opportunity. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/opportunities/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an opportunity that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/opportunities/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read an opportunity by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/opportunities/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the opportunity with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/opportunities/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of an opportunity by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/opportunities/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete an opportunity that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/opportunities/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many opportunities at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/opportunities', $records, $options, [], $query);
    }
}

final class QuotationsResource extends Resource
{
    /**
     * List quotations. Each quotation whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/quotations', $options, ['consistency'], $query);
    }

    /**
     * Create a quotation. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/quotations', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a quotation. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/quotations/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a quotation. Fields that are left out stay; null clears.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/quotations/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a quotation that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/quotations/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a quotation by its fk_id. As by its `id`.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/quotations/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the quotation with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/quotations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a quotation by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/quotations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a quotation that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/quotations/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Write many quotations at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/quotations', $records, $options, [], $query);
    }
}

final class CustomFieldsResource extends Resource
{
    /**
     * List custom fields. What the account has declared; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, resource, key.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/custom-fields', $options, ['consistency'], $query);
    }

    /**
     * Declare a custom field. From then on each write must satisfy it, and so must the records that exist: 409 `records_break` says how many records break it and lists the first of them. With more than some 2,000 records the answer has the `status` `checking`, and a job checks the others. Tokens that are restricted to some orders can’t declare fields of orders.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/custom-fields', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a custom field. With how far its check is, where there are many records.

Needs the scope `reference:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/custom-fields/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change a custom field. A change that asks less of records holds at once. A change that asks more is checked like a new declaration; if it is refused, the previous declaration still holds. `resource`, `key` and `type` stay. Tokens that are restricted to some orders can’t change fields of orders.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/custom-fields/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a custom field; all values stay. They stay as texts that nobody checks and that no filter finds. Tokens that are restricted to some orders can’t delete fields of orders.

Needs the scope `reference:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/custom-fields/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class TaxRulesResource extends Resource
{
    /**
     * List tax rules. Each tax rule whole; by `page` and `limit`, or in cursor mode.

Needs the scope `taxes:read`.
     *
     * Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, id_product, fk_id_product, id_category, fk_id_category, id_operation, fk_id_operation, id_branch_company, fk_id_branch_company, active, kind, valid_to_from, valid_to_to, destination_states.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/tax-rules', $options, ['consistency'], $query);
    }

    /**
     * Create a tax rule. Only `name` is required; what is left out is unset.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/tax-rules', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a tax rule. With `If-None-Match` it is sent only if it has changed.

Needs the scope `taxes:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/tax-rules/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change fields of a tax rule. Fields that are left out stay; null clears.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/tax-rules/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a tax rule that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/tax-rules/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a tax rule by its fk_id. As by its `id`.

Needs the scope `taxes:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('GET', '/tax-rules/fk_id/' . Text::segment($fk_id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Create or replace the tax rule with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/tax-rules/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Change fields of a tax rule by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function updateByFkId(int|string $fk_id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/tax-rules/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a tax rule that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `taxes:write`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteByFkId(int|string $fk_id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/tax-rules/fk_id/' . Text::segment($fk_id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read a tax rule as it was. Each change of a rule makes a version, and none of them ever changes: lines of orders name the version that they were worked out by.

Needs the scope `taxes:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readVersion(int|string $id, int|string $version, mixed ...$options): mixed
    {
        return $this->send('GET', '/tax-rules/' . Text::segment($id) . '/versions/' . Text::segment($version), $options, ['ifMatch', 'consistency']);
    }

    /**
     * List what was sold without a rule. Which products were sold to which states and kinds of buyers, in orders in a status that `counts`, and no rule of ICMS holds for: the most valuable first. Worked out anew for each page; who is restricted (`only`) gets that of their own orders. [Taxes](/docs/taxes) explains it.

Needs the scope `taxes:read`.
     *
     * Query: from, to, date, destination_state, limit, cursor, page, pagination.
     *
     * Options: consistency.
     */
    public function listCoverage(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/tax-rules/coverage', $options, ['consistency'], $query);
    }

    /**
     * Write many tax rules at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `taxes:write`.
     *
     * Query: mode, atomic.
     */
    public function bulk(iterable $records, array $query = [], mixed ...$options): \Generator
    {
        return $this->lines('/bulk/tax-rules', $records, $options, [], $query);
    }
}

final class ImportsResource extends Resource
{
    /**
     * List the imports. The newest first: imports of records that the token may write. An import is kept for 90 days after its end.

Needs the scope `imports:manage`.
     *
     * Query: limit, cursor, page, pagination, sort, resource, state.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/imports', $options, ['consistency'], $query);
    }

    /**
     * Bring in a file: CSV, a workbook (.xlsx, .ods) or JSON. The service finds out and reports the encoding, the separator, decimals, dates and what each column holds. It creates records, or changes those with the same code. In a file of orders each line is an item, and all lines with the same code are one order. The file is tried first unless `dry_run=false`. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Query: resource, mode, dry_run, mapping, preset, decimal, dates, encoding, sheet.
     *
     * Options: idempotencyKey.
     */
    public function create(string $file, array $query, mixed ...$options): mixed
    {
        return $this->upload('POST', '/imports', $file, $options, ['idempotencyKey'], $query);
    }

    /**
     * Read an import. What the file was taken for, how far it is, and what became of its records. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/imports/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Say what the columns of a file are. For an import that is `needs_mapping`, which is then tried, or done at once if it was sent with `dry_run=false`; or for one that is `checked`, which is tried again. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/imports/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Read the refused lines of an import. As CSV: the lines as they were, with a last column that says why. You can correct the file and send it again: that column is ignored. If an account keeps many imports, the lines of the oldest are forgotten (410). `Accept-Language: pt-BR` gives the column a Portuguese heading; the reasons are in the language that `POST /imports` was sent with. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: consistency.
     */
    public function readRefusedLines(int|string $id, mixed ...$options): string
    {
        return $this->file('GET', '/imports/' . Text::segment($id) . '/refused', $options, ['consistency']);
    }

    /**
     * Do what was tried. Writes the records of a file that is `checked`, in the background. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function run(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/imports/' . Text::segment($id) . '/run', $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * End an import. What was written stays; nothing more is written. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function cancel(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/imports/' . Text::segment($id) . '/cancel', $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * List the saved mappings. The mappings of records that the token may write.

Needs the scope `imports:manage`.
     *
     * Query: limit, cursor, page, pagination, sort, resource.
     *
     * Options: consistency.
     */
    public function listMappings(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/import-mappings', $options, ['consistency'], $query);
    }

    /**
     * Read a saved mapping. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function readMapping(int|string $name, mixed ...$options): mixed
    {
        return $this->send('GET', '/import-mappings/' . Text::segment($name), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Save a mapping under this name. It replaces the mapping that may have this name. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: idempotencyKey, ifMatch, ifNew.
     */
    public function putMapping(int|string $name, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/import-mappings/' . Text::segment($name), $options, ['idempotencyKey', 'ifMatch', 'ifNew'], body: $body);
    }

    /**
     * Delete a saved mapping. Imports that began with it keep it. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function deleteMapping(int|string $name, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/import-mappings/' . Text::segment($name), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class EventsResource extends Resource
{
    /**
     * Follow every change of the account. In cursor mode. Keep `next_cursor` and send it with the next request, also where `data` was empty;
what comes then is what became visible since. Without a cursor the feed begins at the oldest event
that is kept, or at the newest with `sort=-sequence`, which goes back to the oldest and then gives
the `next_cursor` that was sent.
Nothing is skipped or repeated, and the events of one record stand in the order of its changes.
With filters a page may be empty though there is more to look through: there is no more just now
where `next_cursor` is the one that was sent. With `wait` the answer comes with the first event.

Needs the scope `events:read`.
     *
     * Query: limit, cursor, after, sort, type, subject, from, to, wait, expand.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/events', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * Receive every change as it happens. Server-Sent Events: each event of `GET /events` as soon as it is there, with its type as `event`,
itself in one line as `data`, and as `id` the cursor after it. It begins now, or at `cursor`; after
a cut `Last-Event-ID` goes on where it was, and nothing is skipped or repeated. A comment comes
where there is silence. Before the service ends a stream it sends the event `closing`, whose data
has the `reason`: `shutdown`, `slow` (nothing was taken for a minute), `unauthorized` (the token
has ended) or `cursor_gone`. Filters are those of `GET /events`.

Needs the scope `events:read`.
     *
     * Query: cursor, after, type, subject.
     *
     * Options: consistency.
     */
    public function stream(array $query = [], mixed ...$options): EventStream
    {
        return $this->events('/events/stream', $options, ['consistency'], $query);
    }
}

final class WebhooksResource extends Resource
{
    /**
     * List the webhooks. Secrets and the values of extra headers are never shown again.

Needs the scope `webhooks:manage`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/webhooks', $options, ['consistency'], $query);
    }

    /**
     * Register a webhook; its secret is shown this once. Every event from now on whose type is among `types` is sent to `url`, signed as Standard Webhooks says. It gets events of what the token that made it, or changed it last, may read; types of others are refused. At most 100 for an account.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/webhooks', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a webhook. It also says whether, when and why the service disabled it.

Needs the scope `webhooks:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/webhooks/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change the fields that the body names. Enabling a webhook sends the events that it missed. Another `url` sends again the events that failed; a `url` of another origin drops the extra headers, unless this request sends them again. From then on the webhook gets events of what this token may read. A token can’t change a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/webhooks/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a webhook. Nothing more is sent, also of the events that wait. A token can’t delete a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/webhooks/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * Read how a webhook gets on. It says how far the webhook is behind the feed, what waits, and since when it fails.

Needs the scope `webhooks:manage`.
     *
     * Options: consistency.
     */
    public function readStatus(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/webhooks/' . Text::segment($id) . '/status', $options, ['consistency']);
    }

    /**
     * Give a webhook a new secret; it is shown this once. For 24 hours events are signed with the new and with the old secret: either verifies. Another rotation within that time ends the oldest. A token can’t rotate the secret of a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function rotateSecret(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/webhooks/' . Text::segment($id) . '/rotate-secret', $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * List the attempts to send events. The newest first. In cursor mode only: there may be millions, which are not counted.

Needs the scope `webhooks:manage`.
     *
     * Query: limit, cursor, sort, outcome, event_id, subject.
     *
     * Options: consistency.
     */
    public function listDeliveries(int|string $id, array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/webhooks/' . Text::segment($id) . '/deliveries', $options, ['consistency'], $query, hasPages: false);
    }

    /**
     * Read one attempt to send an event. With the beginning of the receiver’s answer.

Needs the scope `webhooks:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function readDelivery(int|string $id, int|string $id_delivery, mixed ...$options): mixed
    {
        return $this->send('GET', '/webhooks/' . Text::segment($id) . '/deliveries/' . Text::segment($id_delivery), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Send the events of a time once more. In the order of the feed, before anything newer, under the same `webhook-id` as the first time. Events that the webhook has not reached yet are sent anyway, and only once. At most 10 replays of a webhook at once; `GET /webhooks/{id}/status` tells how they get on. If the webhook gets more than the token may read, name `types` that the token may read.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey.
     */
    public function replayEvents(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/webhooks/' . Text::segment($id) . '/replay', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Send the event of a delivery again, as soon as possible. It does not matter whether it was delivered. Earlier events of the same record that wait are sent first.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey.
     */
    public function retryDelivery(int|string $id, int|string $id_delivery, mixed ...$options): mixed
    {
        return $this->send('POST', '/webhooks/' . Text::segment($id) . '/deliveries/' . Text::segment($id_delivery) . '/retry', $options, ['idempotencyKey']);
    }

    /**
     * Send a test at once, also to a webhook that is disabled. It sends an event of the type `webhook.test`, signed like all. The answer says what became of it, also if it `failed`.

Needs the scope `webhooks:manage`.
     *
     * Options: idempotencyKey.
     */
    public function test(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/webhooks/' . Text::segment($id) . '/test', $options, ['idempotencyKey']);
    }
}

final class ViewsResource extends Resource
{
    /**
     * List the saved views. The shared ones and, for a member, their own.

Needs the scope `orders:read`.
     *
     * Query: limit, cursor, page, pagination, sort, resource.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/views', $options, ['consistency'], $query);
    }

    /**
     * Save a view. Of the member, unless it is `shared`: that needs `reference:write`, and so does each change of what is shared. It shows nobody more orders than they may see.

Needs the scope `orders:read`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/views', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a saved view. Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/views/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change a saved view. A view that is no longer shared becomes the private view of the member who changed it. What is shared needs `reference:write`.

Needs the scope `orders:read`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/views/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Delete a saved view. What is shared needs `reference:write`.

Needs the scope `orders:read`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/views/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class AccountResource extends Resource
{
    /**
     * Read the account. The one that the token belongs to.

Needs the scope `tokens:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(mixed ...$options): mixed
    {
        return $this->send('GET', '/account', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change the account’s settings. Other processes follow within a second.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/account', $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Read the account’s logo. As PNG. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `orders:read`.
     *
     * Options: ifMatch, consistency.
     */
    public function readLogo(mixed ...$options): string
    {
        return $this->file('GET', '/account/logo', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Set the account’s logo. JPEG, PNG, WebP, AVIF or GIF. Kept as PNG of at most 1,200 × 400 pixels, without metadata. It stands at the head of the account’s documents.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function setLogo(string $file, mixed ...$options): mixed
    {
        return $this->upload('PUT', '/account/logo', $file, $options, ['idempotencyKey']);
    }

    /**
     * Take the account’s logo away. Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deleteLogo(mixed ...$options): mixed
    {
        return $this->send('DELETE', '/account/logo', $options, ['idempotencyKey']);
    }

    /**
     * Read the test account. That of the account that asks, or that account itself where it is one. 404 where there is none.

Needs the scope `tokens:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function readTestAccount(mixed ...$options): mixed
    {
        return $this->send('GET', '/test-account', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Make a test account with sample data. An account of its own, beside yours, marked as a test everywhere: customers, products and a year of orders, which the service makes within a minute (`progress`). A member who asks is its owner and opens it with `POST /session/test-account`; a token that asks gets one of the test account.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function createTestAccount(mixed ...$options): mixed
    {
        return $this->send('POST', '/test-account', $options, ['idempotencyKey']);
    }

    /**
     * Remove the test account with all its data. That of the account that asks, or that account itself where it is one. Its tokens and sessions end at once; the service removes its data from then on. Whoever came to it from another account is back there. Other accounts are never removed: 404.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deleteTestAccount(mixed ...$options): mixed
    {
        return $this->send('DELETE', '/test-account', $options, ['idempotencyKey']);
    }
}

final class MembersResource extends Resource
{
    /**
     * List a member’s passkeys. The first one comes first.

Needs the scope `members:manage`.
     *
     * Options: consistency.
     */
    public function listPasskeys(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/members/' . Text::segment($id) . '/passkeys', $options, ['consistency']);
    }

    /**
     * Remove a member’s passkey. Sessions that began with it go on: also end those that are not the member’s. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deletePasskey(int|string $id, int|string $id_passkey, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/members/' . Text::segment($id) . '/passkeys/' . Text::segment($id_passkey), $options, ['idempotencyKey']);
    }

    /**
     * Undo a member’s link to the sign-in provider. For a member whose identity at the provider has changed. The next sign-in links them anew by their e-mail. Their sessions go on. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function unlink(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/members/' . Text::segment($id) . '/provider', $options, ['idempotencyKey']);
    }

    /**
     * List the members. With those who have not used their invitation yet.

Needs the scope `members:manage`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/members', $options, ['consistency'], $query);
    }

    /**
     * Invite a member; the link is shown this once. Hand over `invitation_url`: whoever opens it first chooses the password. You can’t give a role that may do more than you may, nor more orders than you see. A seller with `id_user` sees the orders of this seller unless `only` is sent.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/members', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a member. Needs the scope `members:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/members/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change a member. Their sessions follow within two seconds. The last owner stays an owner. A member who becomes a seller with `id_user` sees the orders of this seller unless `only` is sent. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/members/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Remove a member. Their sessions end, and their links no longer work. The last owner stays. You can’t remove a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/members/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }

    /**
     * List the roles that members can have. With what each may do. They come with the service.

Needs the scope `members:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function listRoles(mixed ...$options): mixed
    {
        return $this->send('GET', '/roles', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Make a new link for a member; it is shown this once. An invitation while they have no password, else a link to choose another. The previous link no longer works. You can’t do it for a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function createLink(int|string $id, mixed ...$options): mixed
    {
        return $this->send('POST', '/members/' . Text::segment($id) . '/link', $options, ['idempotencyKey']);
    }

    /**
     * List where a member is signed in. The last sign-in comes first.

Needs the scope `members:manage`.
     *
     * Options: consistency.
     */
    public function listSessions(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/members/' . Text::segment($id) . '/sessions', $options, ['consistency']);
    }

    /**
     * End a member’s session. It ends within two seconds on every process. You can’t end a session of a member who may do or see more than you.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deleteSession(int|string $id, int|string $id_session, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/members/' . Text::segment($id) . '/sessions/' . Text::segment($id_session), $options, ['idempotencyKey']);
    }
}

final class SessionsResource extends Resource
{
    /**
     * Read who is signed in, and what they may do. With the account. 401 where nobody is signed in.
     */
    public function read(mixed ...$options): mixed
    {
        return $this->send('GET', '/session', $options, []);
    }

    /**
     * Sign in with e-mail and password. The answer sets the session in a cookie. Another cookie makes the browser known, so that failed attempts of others do not delay it. After a few failed attempts from one address the next ones have to wait, each longer than the one before.
     */
    public function signIn(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session', $options, [], body: $body);
    }

    /**
     * Sign out. Ends the session, on every process within two seconds, and clears its cookie.
     */
    public function delete(mixed ...$options): mixed
    {
        return $this->send('DELETE', '/session', $options, []);
    }

    /**
     * Use a one-time link: choose a password and be signed in. An invitation, a reset, or the link of a first start, which makes the first member. Other sessions of the member end, and their passkeys are removed unless `keep_passkeys` is true.
     */
    public function useLink(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/link', $options, [], body: $body);
    }

    /**
     * Read who a one-time link is for, without using it. It is a POST, so that the link stands in no address.
     */
    public function readLink(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/link/read', $options, [], body: $body);
    }

    /**
     * List where you are signed in. The last sign-in comes first.
     */
    public function list(mixed ...$options): mixed
    {
        return $this->send('GET', '/sessions', $options, []);
    }

    /**
     * End one of your sessions. It ends within two seconds on every process.
     */
    public function deleteOpenSession(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/sessions/' . Text::segment($id), $options, []);
    }

    /**
     * Change your password. Your other sessions end, and links to choose one no longer work. Your passkeys stay.
     */
    public function changePassword(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/session/password', $options, [], body: $body);
    }

    /**
     * Change your name and language. Later changes bear the new name.
     */
    public function updateOwnMember(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/session/member', $options, [], body: $body);
    }

    /**
     * Read what the service offers to those who sign in. For pages that ask a person to sign in. It is the same for everybody.
     *
     * Query: account.
     */
    public function readSignInWays(array $query = [], mixed ...$options): mixed
    {
        return $this->send('GET', '/session/ways', $options, [], $query);
    }

    /**
     * Ask for a link to choose another password, by e-mail. The answer is the same whether a member has the e-mail or not. Frequent requests have to wait. The answer is 404 if the service sends no mails.
     */
    public function requestReset(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/reset', $options, [], body: $body);
    }

    /**
     * Go to the test account. The answer sets a session of the test account in the cookie, as its owner. The one that asks goes on, and `DELETE /session/test-account` leads back to it. For members who may manage tokens.
     */
    public function enterTestAccount(mixed ...$options): mixed
    {
        return $this->send('POST', '/session/test-account', $options, []);
    }

    /**
     * Go back from the test account. Ends the session and sets the one before in the cookie (`visit` of the session says whether there is one). Where that has ended meanwhile, nobody is signed in any more.
     */
    public function leaveTestAccount(mixed ...$options): mixed
    {
        return $this->send('DELETE', '/session/test-account', $options, []);
    }
}

final class PasskeysResource extends Resource
{
    /**
     * Begin to sign in by a passkey. The options with which the browser asks the person’s devices; no e-mail is needed.
     */
    public function beginSignIn(mixed ...$options): mixed
    {
        return $this->send('POST', '/session/passkey/options', $options, []);
    }

    /**
     * Sign in by a passkey. Send what the device answered; the answer sets the session in a cookie. Failed attempts make the next ones wait, as with passwords.
     */
    public function signInByPasskey(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/passkey', $options, [], body: $body);
    }

    /**
     * Begin to make a passkey. The options with which the browser asks your device. If you signed in more than ten minutes ago, send your password.
     */
    public function begin(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/passkeys/options', $options, [], body: $body);
    }

    /**
     * List your passkeys. The first one comes first.
     */
    public function list(mixed ...$options): mixed
    {
        return $this->send('GET', '/session/passkeys', $options, []);
    }

    /**
     * Keep a passkey that a device of yours has made. From then on you sign in with it, too.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/passkeys', $options, [], body: $body);
    }

    /**
     * Rename one of your passkeys. The name is for you alone: devices know nothing of it.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/session/passkeys/' . Text::segment($id), $options, [], body: $body);
    }

    /**
     * Remove one of your passkeys. Sessions that began with it go on: end those that are not yours.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/session/passkeys/' . Text::segment($id), $options, []);
    }
}

final class SingleSignOnResource extends Resource
{
    /**
     * Read where members sign in by OpenID Connect. With the address to register there. The client’s secret is never shown.

Needs the scope `members:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function readSignInProvider(mixed ...$options): mixed
    {
        return $this->send('GET', '/sign-in-provider', $options, ['ifMatch', 'consistency']);
    }

    /**
     * Let members sign in by OpenID Connect. Send it whole; only the secret may be left out, and then stays. An account has one provider. You need to be allowed to do and see everything, because the provider says who people are.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function setSignInProvider(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PUT', '/sign-in-provider', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Let nobody sign in by OpenID Connect any more. Members and their sessions stay. A member who has no password needs a link to choose one. You need to be allowed to do and see everything.

Needs the scope `members:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deleteSignInProvider(mixed ...$options): mixed
    {
        return $this->send('DELETE', '/sign-in-provider', $options, ['idempotencyKey']);
    }

    /**
     * Begin to sign in by the account’s provider. The browser goes to the address of the answer, and comes back to a page of the console within fifteen minutes. A cookie knows it again.
     */
    public function beginProviderSignIn(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/provider/options', $options, [], body: $body);
    }

    /**
     * Sign in by what the account’s provider has answered. The page to which the provider leads back sends it. Each answer is taken once, from the browser that began. The answer sets the session in a cookie.
     */
    public function signInByProvider(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/session/provider', $options, [], body: $body);
    }
}

final class TokensResource extends Resource
{
    /**
     * List the tokens that are not revoked. Their names, scopes and times; the tokens themselves are never shown again.

Needs the scope `tokens:manage`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/tokens', $options, ['consistency'], $query);
    }

    /**
     * Create a token; it is shown this once. A token can give only scopes that it has itself, no expiry later than its own and, where it is restricted (`only`), no orders that it does not see.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/tokens', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a token’s name, scopes and expiry. With the time of its last use.

Needs the scope `tokens:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/tokens/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change a token; its secret stays. Its name, the `addresses` that it works from, and fewer `scopes` or an earlier `expires_at`: it never gets more than it has. It follows within two seconds on every process; access tokens that it has asked for end where its scopes become fewer. A token can’t change one that may do or see more than itself.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/tokens/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Revoke a token. It stops working within two seconds on every process, and so do the tokens that were made by its OAuth access tokens. A token can’t revoke one that may do or see more than itself, and the last one with the scope `tokens:manage` stays.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/tokens/' . Text::segment($id), $options, ['idempotencyKey']);
    }

    /**
     * Give a token another secret; it is shown this once. Its `id`, name, scopes and expiry stay. As it was it works until `old_secret_until`, and so do the access tokens that it has asked for; another rotation within that time ends the oldest at once. A token can’t rotate one that may do or see more than itself.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function rotateSecret(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/tokens/' . Text::segment($id) . '/rotate-secret', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * End the secret that a token had before its last rotation. It stops working within two seconds on every process. Access tokens of the token end, too: asked again, it has new ones. 404 where no old secret works. A token can’t end that of one that may do or see more than itself.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function deleteOldSecret(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/tokens/' . Text::segment($id) . '/old-secret', $options, ['idempotencyKey']);
    }

    /**
     * List the requests of tokens that changed something or were refused. The newest first: each POST, PUT, PATCH and DELETE, and each answer with a status of 400 or more, for some days. Who has the scope `tokens:manage` and sees all orders lists those of the whole account, any other token its own. What people do who signed in is not among them, nor what came without a token that works. [Integrating](/docs/integrating#what-was-refused) tells more.
     *
     * Query: limit, cursor, page, pagination, sort, id_token, method, path, operation, status, code, request_id, from, to.
     *
     * Options: consistency.
     */
    public function listRequests(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/requests', $options, ['consistency'], $query);
    }
}

final class TrustedIssuersResource extends Resource
{
    /**
     * List the issuers whose JWTs are taken. Needs the scope `tokens:manage`.
     *
     * Query: limit, cursor, page, pagination, sort.
     *
     * Options: consistency.
     */
    public function list(array $query = [], mixed ...$options): RecordList
    {
        return $this->all('/trusted-issuers', $options, ['consistency'], $query);
    }

    /**
     * Trust an issuer of JWTs. From then on its JWTs for the `audience` of the answer are tokens of the account. Signed by RS256, PS256, ES256 or EdDSA, with `exp` and `sub`. You can’t give scopes, orders or a time that you lack yourself. At most 20 for an account.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey.
     */
    public function create(array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('POST', '/trusted-issuers', $options, ['idempotencyKey'], body: $body);
    }

    /**
     * Read a trusted issuer. With the audience that the service gave it.

Needs the scope `tokens:manage`.
     *
     * Options: ifMatch, consistency.
     */
    public function read(int|string $id, mixed ...$options): mixed
    {
        return $this->send('GET', '/trusted-issuers/' . Text::segment($id), $options, ['ifMatch', 'consistency']);
    }

    /**
     * Change a trusted issuer. Its JWTs follow within two seconds. You need everything that the issuer gave before and gives afterwards.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function update(int|string $id, array|\JsonSerializable $body, mixed ...$options): mixed
    {
        return $this->send('PATCH', '/trusted-issuers/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch'], body: $body);
    }

    /**
     * Trust an issuer no longer. Its JWTs are refused within two seconds on every process, and so are the tokens that they made. A token can’t delete an issuer that gives more than the token has.

Needs the scope `tokens:manage`.
     *
     * Options: idempotencyKey, ifMatch.
     */
    public function delete(int|string $id, mixed ...$options): mixed
    {
        return $this->send('DELETE', '/trusted-issuers/' . Text::segment($id), $options, ['idempotencyKey', 'ifMatch']);
    }
}

final class HealthResource extends Resource
{
    /**
     * Whether the process runs. It looks at nothing else: restart the process when this fails.
     */
    public function live(mixed ...$options): mixed
    {
        return $this->send('GET', '/health/live', $options, []);
    }

    /**
     * Whether requests can be served. It also asks the database, and whether it takes changes: send no requests while this fails. On a Citus cluster it asks the nodes every five seconds at most, and fails if it reaches none.
     */
    public function ready(mixed ...$options): mixed
    {
        return $this->send('GET', '/health/ready', $options, []);
    }
}

/** Everything that the service can be asked, by what it is about. */
abstract class Resources
{
    public readonly OrdersResource $orders;
    public readonly TaxesResource $taxes;
    public readonly RecalculationsResource $recalculations;
    public readonly CustomersResource $customers;
    public readonly AddressesResource $addresses;
    public readonly ProductsResource $products;
    public readonly UsersResource $users;
    public readonly OrderStatusesResource $orderStatuses;
    public readonly ReasonsResource $reasons;
    public readonly FreightTypesResource $freightTypes;
    public readonly PaymentTypesResource $paymentTypes;
    public readonly PaymentMethodsResource $paymentMethods;
    public readonly CategoriesResource $categories;
    public readonly OperationsResource $operations;
    public readonly ShippingCompaniesResource $shippingCompanies;
    public readonly BranchCompaniesResource $branchCompanies;
    public readonly NumberSeriesResource $numberSeries;
    public readonly OpportunitiesResource $opportunities;
    public readonly QuotationsResource $quotations;
    public readonly CustomFieldsResource $customFields;
    public readonly TaxRulesResource $taxRules;
    public readonly ImportsResource $imports;
    public readonly EventsResource $events;
    public readonly WebhooksResource $webhooks;
    public readonly ViewsResource $views;
    public readonly AccountResource $account;
    public readonly MembersResource $members;
    public readonly SessionsResource $sessions;
    public readonly PasskeysResource $passkeys;
    public readonly SingleSignOnResource $singleSignOn;
    public readonly TokensResource $tokens;
    public readonly TrustedIssuersResource $trustedIssuers;
    public readonly HealthResource $health;

    public function __construct(Transport $transport)
    {
        $this->orders = new OrdersResource($transport);
        $this->taxes = new TaxesResource($transport);
        $this->recalculations = new RecalculationsResource($transport);
        $this->customers = new CustomersResource($transport);
        $this->addresses = new AddressesResource($transport);
        $this->products = new ProductsResource($transport);
        $this->users = new UsersResource($transport);
        $this->orderStatuses = new OrderStatusesResource($transport);
        $this->reasons = new ReasonsResource($transport);
        $this->freightTypes = new FreightTypesResource($transport);
        $this->paymentTypes = new PaymentTypesResource($transport);
        $this->paymentMethods = new PaymentMethodsResource($transport);
        $this->categories = new CategoriesResource($transport);
        $this->operations = new OperationsResource($transport);
        $this->shippingCompanies = new ShippingCompaniesResource($transport);
        $this->branchCompanies = new BranchCompaniesResource($transport);
        $this->numberSeries = new NumberSeriesResource($transport);
        $this->opportunities = new OpportunitiesResource($transport);
        $this->quotations = new QuotationsResource($transport);
        $this->customFields = new CustomFieldsResource($transport);
        $this->taxRules = new TaxRulesResource($transport);
        $this->imports = new ImportsResource($transport);
        $this->events = new EventsResource($transport);
        $this->webhooks = new WebhooksResource($transport);
        $this->views = new ViewsResource($transport);
        $this->account = new AccountResource($transport);
        $this->members = new MembersResource($transport);
        $this->sessions = new SessionsResource($transport);
        $this->passkeys = new PasskeysResource($transport);
        $this->singleSignOn = new SingleSignOnResource($transport);
        $this->tokens = new TokensResource($transport);
        $this->trustedIssuers = new TrustedIssuersResource($transport);
        $this->health = new HealthResource($transport);
    }
}
