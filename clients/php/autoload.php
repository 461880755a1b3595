<?php

declare(strict_types=1);

// For programs without Composer: `require 'autoload.php'`.

foreach (['Errors', 'Values', 'Calls', 'Transport', 'Webhooks', 'Generated/Problems', 'Generated/Resources', 'Pedido'] as $file) {
    require_once __DIR__ . "/src/$file.php";
}
