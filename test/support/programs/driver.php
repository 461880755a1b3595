<?php

declare(strict_types=1);

// Makes the calls that a test writes to its input, a line of JSON each, and writes what became of them.

require getenv('CLIENT') . '/autoload.php';

use Pedido\ClientCredentials;
use Pedido\Pedido;
use Pedido\Record;
use Pedido\Retry;
use Pedido\Text;
use Pedido\Webhooks;

$clients = [];
$last = null;

function given(mixed $value): mixed
{
    global $last;
    return match (true) {
        $value === '$last' => $last,
        is_array($value) && isset($value['$base64']) => base64_decode($value['$base64']),
        default => $value,
    };
}

function clientOf(array $settings): Pedido
{
    global $clients;
    $key = json_encode($settings);
    if (isset($settings['client'])) {
        $settings['client'] = new ClientCredentials(...$settings['client']);
    }
    return $clients[$key] ??= new Pedido(...$settings);
}

function nameOf(object $error): string
{
    return (new ReflectionClass($error))->getShortName();
}

function resultOf(array $task, array &$retries): array
{
    global $last;
    if ($task['call'] === 'webhook') {
        return ['value' => Webhooks::verify(...$task['args'])];
    }
    [$resource, $method] = explode('.', $task['call']);
    $noted = function (Retry $retry) use (&$retries): void {
        $retries[] = [nameOf($retry->error), $retry->attempt];
    };
    $options = array_map(given(...), $task['options']);
    $args = array_map(given(...), $task['args']);
    $made = clientOf($task['settings'])->$resource->$method(...$args, ...$options, onRetry: $noted);
    $value = match ($task['take']) {
        'all' => iterator_to_array($made, false),
        'first' => firstOf($made, $task['count']),
        'pages' => array_map(fn ($page) => count($page['data']), iterator_to_array($made->pages(), false)),
        'page' => $made->page(),
        default => $made,
    };
    if (is_string($value)) {
        return ['value' => ['$base64' => base64_encode($value)]];
    }
    if (!$value instanceof Record) {
        return ['value' => $value];
    }
    $last = $value;
    return [
        'value' => $value,
        'attempts' => $value->answer->attempts,
        'etag' => $value->etag(),
        'isReplayed' => $value->answer->headers->get('Idempotency-Replayed') === 'true',
    ];
}

function firstOf(iterable $made, int $count): array
{
    $values = [];
    foreach ($made as $value) {
        $values[] = $value;
        if (count($values) === $count) {
            break;
        }
    }
    return $values;
}

function errorOf(Throwable $error): array
{
    $names = ['attempts', 'idempotencyKey', 'mayPass', 'requestId', 'status', 'errors', 'reason', 'problem'];
    $own = get_object_vars($error);
    return [
        'name' => $error instanceof InvalidArgumentException ? 'usage' : nameOf($error),
        'message' => $error->getMessage(),
        'code' => $own['errorCode'] ?? null,
        'etag' => method_exists($error, 'etag') ? $error->etag() : null,
        ...array_intersect_key($own, array_flip($names)),
    ];
}

while (($line = fgets(STDIN)) !== false) {
    $retries = [];
    try {
        $answer = resultOf(json_decode($line, true, 512, JSON_THROW_ON_ERROR), $retries);
    } catch (Throwable $error) {
        $answer = ['error' => errorOf($error)];
    }
    fwrite(STDOUT, Text::json([...$answer, 'retries' => $retries]) . "\n");
}
