<?php
// Sends every request to DAViCal as if a web server did, with a configuration outside /etc.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);
ini_set('display_errors', '0');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/.well-known/caldav')) {
    header('Location: /caldav.php/', true, 301);
    exit;
}
if ($path !== '/caldav.php' && !str_starts_with($path, '/caldav.php/')) {
    http_response_code(404);
    exit;
}
// DAViCal reads /etc/davical/$SERVER_NAME-conf.php: this name leads out of there to the test's own folder.
$_SERVER['SERVER_NAME'] = '../..' . getenv('DAVICAL_FOLDER') . '/davical';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/caldav.php';
$_SERVER['PATH_INFO'] = rawurldecode(substr($path, strlen('/caldav.php'))) ?: '/';
$_SERVER['DOCUMENT_ROOT'] = '/usr/share/davical/htdocs';
chdir($_SERVER['DOCUMENT_ROOT']);
require './caldav.php';
