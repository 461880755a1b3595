<?php

declare(strict_types=1);

namespace Pedido;

/** What the generated methods are made of. */
abstract class Resource
{
    private const CHUNK_RECORDS = 500;
    private const CHUNK_BYTES = 1_000_000;
    private const NDJSON = 'application/x-ndjson';
    private const LIMITS = ['attemptTimeout', 'timeout', 'maxRetries', 'onRetry', 'firstPause'];

    final public function __construct(private Transport $transport)
    {
    }

    /** Sends JSON where there is a body, and takes the record out of its envelope. */
    protected function send(
        string $method,
        string $path,
        array $options,
        array $takes,
        array $query = [],
        array|\JsonSerializable|null $body = null,
    ): mixed {
        [$request, $how] = self::request($method, $path, $query, $options, $takes);
        if ($body !== null) {
            $headers = [...$request->headers, 'Content-Type' => 'application/json'];
            $request = $request->with(headers: $headers, body: Text::json($body === [] ? new \stdClass() : $body));
        }
        return $this->record($request, $how);
    }

    protected function file(string $method, string $path, array $options, array $takes, array $query = []): string
    {
        [$request, $how] = self::request($method, $path, $query, $options, $takes);
        $request = $request->with(headers: [...$request->headers, 'Accept' => '*/*']);
        return $this->transport->send($request, fn (string $content) => $content, ...$how)[0];
    }

    /** Sends a file as a form: the same bytes in each attempt. */
    protected function upload(
        string $method,
        string $path,
        string $file,
        array $options,
        array $takes,
        array $query = [],
    ): mixed {
        [$request, $how] = self::request($method, $path, $query, $options, $takes);
        $boundary = bin2hex(random_bytes(16));
        $head = "--$boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n"
            . "Content-Type: application/octet-stream\r\n\r\n";
        $headers = [...$request->headers, 'Content-Type' => "multipart/form-data; boundary=$boundary"];
        $body = "$head$file\r\n--$boundary--\r\n";
        return $this->record($request->with(headers: $headers, body: $body), $how);
    }

    protected function all(
        string $path,
        array $options,
        array $takes,
        array $query = [],
        bool $hasPages = true,
    ): RecordList {
        $ask = function (array $asked) use ($path, $options, $takes): Record {
            [$request, $how] = self::request('GET', $path, $asked, $options, $takes);
            return self::answered($this->transport->send($request, Transport::readJson(...), ...$how));
        };
        return new RecordList($ask, $query, $hasPages ? ['pagination' => 'cursor'] : []);
    }

    /** @return \Generator<Record> */
    protected function lines(
        string $path,
        iterable $records,
        array $options,
        array $takes,
        array $query = [],
    ): \Generator {
        [$request, $how] = self::request('POST', $path, $query, $options, $takes);
        // Sent again, these say `unchanged` of what was written: they need no key.
        $headers = [...$request->headers, 'Content-Type' => self::NDJSON, 'Accept' => self::NDJSON];
        $request = $request->with(headers: $headers, idempotencyKey: null);
        $done = 0;
        foreach (self::chunks($records, ($query['atomic'] ?? false) === true) as $lines) {
            $read = fn (string $content) => self::results($content, count($lines));
            $sent = $request->with(body: implode("\n", $lines));
            foreach ($this->transport->send($sent, $read, ...$how)[0] as $result) {
                yield new Record([...$result, 'line' => $done + $result['line']]);
            }
            $done += count($lines);
        }
    }

    protected function events(string $path, array $options, array $takes, array $query = []): EventStream
    {
        $start = $query['cursor'] ?? $query['after'] ?? null;
        $filters = array_diff_key($query, ['cursor' => true, 'after' => true]);
        $open = function (?string $cursor, array $lasting) use ($path, $filters, $options, $takes): Exchange {
            [$request, $how] = self::request('GET', $path, $filters, [...$lasting, ...$options], $takes);
            $position = $cursor === null ? [] : ['Last-Event-ID' => $cursor];
            $headers = [...$request->headers, 'Accept' => 'text/event-stream', ...$position];
            return $this->transport->open($request->with(headers: $headers), ...$how);
        };
        return new EventStream($open, $start);
    }

    private function record(Request $request, array $how): mixed
    {
        [$content, $answer] = $this->transport->send($request, Transport::readJson(...), ...$how);
        $data = array_key_exists('data', $content) ? $content['data'] : $content;
        return is_array($data) ? self::answered([$data, $answer]) : $data;
    }

    private static function answered(array $sent): Record
    {
        [$data, $answer] = $sent;
        $record = new Record($data);
        $record->answer = $answer;
        return $record;
    }

    /**
     * The request of a call, and how it is sent.
     *
     * @return array{Request, array{limits: array, headers: array}}
     */
    private static function request(
        string $method,
        string $path,
        array $query,
        array $options,
        array $takes,
    ): array {
        $given = array_filter($options, fn ($value) => $value !== null);
        $limits = array_intersect_key($given, array_flip(self::LIMITS));
        $own = array_diff_key($given, $limits, ['headers' => true]);
        $unknown = array_diff(array_keys($own), $takes);
        if ($unknown !== []) {
            throw new \InvalidArgumentException("$method $path has no option " . implode(', ', $unknown) . '.');
        }
        $headers = array_filter([
            'If-Match' => isset($own['ifMatch']) ? self::version($own['ifMatch']) : null,
            'If-None-Match' => ($own['ifNew'] ?? false) ? '*' : null,
            'Prefer' => isset($own['consistency']) ? "consistency={$own['consistency']}" : null,
        ]);
        $key = $method === 'GET' ? null : $own['idempotencyKey'] ?? bin2hex(random_bytes(16));
        $beside = array_intersect_key($own, ['at' => true, 'correction' => true, 'expand' => true]);
        $address = $path . Text::search([...$query, ...$beside]);
        $request = new Request($method, $address, $headers, null, $key, (float) ($query['wait'] ?? 0));
        return [$request, ['limits' => $limits, 'headers' => $given['headers'] ?? []]];
    }

    private static function version(Record|string $record): string
    {
        $etag = is_string($record) ? $record : $record->etag();
        return $etag ?? throw new \InvalidArgumentException(
            'ifMatch: this record has no ETag. Give one as a read or a change answered it (not one of a list),'
            . ' or the ETag itself.',
        );
    }

    /** @return \Generator<array<string>> */
    private static function chunks(iterable $records, bool $isWhole): \Generator
    {
        $lines = [];
        $size = 0;
        foreach ($records as $record) {
            $lines[] = Text::json($record);
            $size += strlen(end($lines));
            if (!$isWhole && (count($lines) >= self::CHUNK_RECORDS || $size >= self::CHUNK_BYTES)) {
                yield $lines;
                [$lines, $size] = [[], 0];
            }
        }
        if ($lines !== []) {
            yield $lines;
        }
    }

    /**
     * The results of so many lines. Where they end early, or say that the service gave up, the lines may
     * be sent again.
     */
    private static function results(string $content, int $count): array
    {
        $lines = array_filter(explode("\n", $content), fn ($line) => $line !== '');
        $results = array_map(fn ($line) => json_decode($line, true), array_values($lines));
        $isWhole = count($results) === $count && !in_array(null, $results, true);
        if (!$isWhole || end($results)['status'] === 'failed') {
            throw new BadContent($content, true);
        }
        return $results;
    }
}

/**
 * A list, of which nothing is read before it is gone through: by cursors, so that nothing is skipped or
 * repeated while others write.
 *
 * @implements \IteratorAggregate<int, Record>
 */
final class RecordList implements \IteratorAggregate
{
    /** Of a list that is gone through: the most that every list gives at once. */
    private const PAGE_SIZE = 100;

    public function __construct(private \Closure $ask, private array $query, private array $start)
    {
    }

    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page['data'] as $record) {
                yield is_array($record) ? new Record($record) : $record;
            }
        }
    }

    /** One page with its envelope; what is given here comes on top of the list's query. */
    public function page(array $query = []): Record
    {
        return ($this->ask)([...$this->query, ...$query]);
    }

    /**
     * All pages by cursors, each with the `next_cursor` to go on from.
     *
     * @return \Generator<Record>
     */
    public function pages(): \Generator
    {
        $cursor = $this->query['cursor'] ?? $this->query['after'] ?? null;
        $filters = array_diff_key($this->query, ['cursor' => true, 'after' => true]);
        for (;;) {
            $position = $cursor === null ? $this->start : ['cursor' => $cursor];
            $page = ($this->ask)(['limit' => self::PAGE_SIZE, ...$filters, ...$position]);
            yield $page;
            // The feed's cursor is never null: at its end it stays the one that was sent.
            $following = $page['next_cursor'] ?? null;
            if ($following === null || $following === $cursor) {
                return;
            }
            $cursor = $following;
        }
    }
}

/**
 * Events as they happen, until the loop is left. Where the stream ends, it is opened again behind the
 * last event: nothing is skipped or repeated. The first opening is given up like any call; after it
 * nothing ends the stream but a problem that will not pass.
 *
 * @implements \IteratorAggregate<int, Record>
 */
final class EventStream implements \IteratorAggregate
{
    /** Seconds: the service sends a comment every 15, so when nothing comes for so long the line is dead. */
    private const SILENCE = 45.0;
    /** Seconds before a stream that ended is opened again. */
    private const REOPEN = 1.0;

    /** @param ?string $cursor behind the event that was given last: another stream goes on from it */
    public function __construct(private \Closure $open, public ?string $cursor)
    {
    }

    public function getIterator(): \Generator
    {
        $limits = [];
        for (;;) {
            $exchange = ($this->open)($this->cursor, $limits);
            $limits = ['maxRetries' => INF, 'timeout' => INF];
            try {
                yield from $this->read($exchange);
            } catch (Late | BrokenOff) {
                // Broken off: as at any other end, what follows is asked for again.
            } finally {
                $exchange->end();
            }
            usleep((int) (Transport::pauseBefore(1, self::REOPEN, 0) * 1e6));
        }
    }

    private function read(Exchange $exchange): \Generator
    {
        $frame = [];
        foreach (self::lines($exchange->chunks(self::SILENCE)) as $line) {
            if ($line !== '') {
                // A comment has no name, and nobody looks for it.
                preg_match('/^([^:]*):? ?(.*)$/D', $line, $found);
                [, $name, $value] = $found;
                $isMore = $name === 'data' && isset($frame['data']);
                $frame[$name] = $isMore ? "{$frame['data']}\n$value" : $value;
                continue;
            }
            $this->cursor = $frame['id'] ?? $this->cursor;
            if (($frame['data'] ?? '') !== '' && ($frame['event'] ?? '') !== 'closing') {
                yield new Record(json_decode($frame['data'], true, 512, JSON_THROW_ON_ERROR));
            }
            $frame = [];
        }
    }

    private static function lines(iterable $chunks): \Generator
    {
        $rest = '';
        foreach ($chunks as $chunk) {
            $lines = explode("\n", $rest . $chunk);
            $rest = array_pop($lines);
            foreach ($lines as $line) {
                yield rtrim($line, "\r");
            }
        }
    }
}
